from __future__ import annotations

from pathlib import Path

import pytest

from loadsheet.errors import SettingsError
from loadsheet.settings import INSTRUCTIONS, Settings, load_settings, origins


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings of the machine reach a test."""
    import os

    for name in list(os.environ):
        if name.upper().startswith("LOADSHEET_") or name == "OPENAI_API_KEY":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def came_from(settings: Settings) -> dict[str, str]:
    return {row.name: row.origin for row in origins(settings)}


def written(text: str, name: str = "loadsheet.toml") -> Path:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_defaults_are_the_designs() -> None:
    settings = load_settings()
    assert (settings.budget, settings.output_reserve, settings.seconds) == (8000, 1000, 60.0)
    assert (settings.state, settings.workspace, settings.counter) == (
        ".loadsheet",
        "default",
        "o200k",
    )
    assert set(came_from(settings).values()) == {"default"}


def test_flags_win_over_the_environment_and_that_over_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written("budget = 1\nworkspace = 'w'\nseconds = 3\n")
    monkeypatch.setenv("LOADSHEET_BUDGET", "2")
    monkeypatch.setenv("LOADSHEET_WORKSPACE", "e")
    settings = load_settings({"budget": 4, "state": None})
    assert (settings.budget, settings.workspace, settings.seconds) == (4, "e", 3.0)
    came = came_from(settings)
    assert came["budget"] == "flag"
    assert came["workspace"] == "environment LOADSHEET_WORKSPACE"
    assert came["seconds"] == "file loadsheet.toml"
    assert came["state"] == "default"


def test_a_file_elsewhere_is_read_when_it_is_given() -> None:
    path = written("budget = 77\n", "other.toml")
    settings = load_settings(path=path)
    assert settings.budget == 77
    assert came_from(settings)["budget"] == "file other.toml"


def test_tables_are_merged_and_name_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    written("[assembly.evidence]\nshare = 0.4\nminimum = 0.1\n[assembly.history]\nshare = 0.3\n")
    monkeypatch.setenv("LOADSHEET_ASSEMBLY__EVIDENCE__SHARE", "0.5")
    settings = load_settings()
    assert settings.assembly["evidence"] == {"share": "0.5", "minimum": 0.1}
    assert settings.assembly["history"] == {"share": 0.3}
    assert came_from(settings)["assembly"] == (
        "environment LOADSHEET_ASSEMBLY__EVIDENCE__SHARE, file loadsheet.toml"
    )


def test_models_are_a_list_of_tables() -> None:
    written("[[models]]\nname = 'm'\nwindow = 4096\nprice_in = 0.5\nlocal = false\n")
    (model,) = load_settings().models
    assert (model.name, model.window, model.price_in, model.local) == ("m", 4096, 0.5, False)


def test_an_empty_variable_is_not_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOADSHEET_MODEL", "")
    assert load_settings().model is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("budgte = 1", r"unknown setting 'budgte' \(file loadsheet.toml\); did you mean 'budget'"),
        ("chunk-tokens = 1", r"did you mean 'chunk_tokens'"),
        ("zzz = 1", r"unknown setting 'zzz' .*; there are: state, workspace, "),
        ("budget = 'many'", r"setting budget = \"many\" \(file loadsheet.toml\): input should be"),
        ("budget = 0", r"setting budget = 0 .*: input should be greater than or equal to 1"),
        ("strategy = 'decompose'", r"setting strategy = \"decompose\" .*'select'.*'error'"),
        ("seconds = inf", r"setting seconds = Infinity .* finite"),
        ("base_url = 'localhost:1'", r"setting base_url .*: must begin with http:// or https://"),
        ("[[models]]\nname = 'm'\nwindo = 1", r"models"),
        ("budget = ", r"settings file 'loadsheet.toml' is not TOML: Invalid value"),
        ("api_key = 7", r"setting api_key = \*\*\*\* "),
    ],
)
def test_bad_input_is_one_line_with_the_value_and_the_way_out(text: str, says: str) -> None:
    written(text)
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings()
    assert "\n" not in str(caught.value)


def test_a_bad_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOADSHEET_BUDGET", "many")
    with pytest.raises(SettingsError, match=r"budget = \"many\" \(environment LOADSHEET_BUDGET\)"):
        load_settings()
    monkeypatch.delenv("LOADSHEET_BUDGET")
    monkeypatch.setenv("LOADSHEET_MODELS", "gpt")
    with pytest.raises(SettingsError, match="environment LOADSHEET_MODELS is not JSON"):
        load_settings()


def test_a_variable_that_names_no_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOADSHEET_BUGET", "1000")
    says = r"unknown setting 'buget' \(environment LOADSHEET_BUGET\); did you mean 'budget'"
    with pytest.raises(SettingsError, match=says):
        load_settings()


def test_an_unknown_flag_is_named() -> None:
    with pytest.raises(SettingsError, match="unknown setting 'buget'; did you mean 'budget'"):
        load_settings({"buget": 1})
    with pytest.raises(SettingsError, match="unknown setting 'buget'"):
        Settings(buget=1)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"'gone.toml' does not exist"):
        load_settings(path="gone.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(path=tmp_path)


def test_openais_key_serves_where_a_model_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert load_settings().api_key is None
    settings = load_settings({"model": "m"})
    assert settings.api_key is not None
    assert settings.api_key.get_secret_value() == "sk-secret"
    assert came_from(settings)["api_key"] == "environment OPENAI_API_KEY"
    ours = load_settings({"model": "m", "api_key": "sk-ours"})
    assert ours.api_key is not None
    assert ours.api_key.get_secret_value() == "sk-ours"


def test_openais_key_goes_to_no_plain_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert load_settings({"model": "m", "base_url": "http://127.0.0.1:1/v1"}).api_key is None
    assert load_settings({"model": "m", "base_url": "https://example.org/v1"}).api_key is not None


def test_a_secret_is_never_shown() -> None:
    settings = load_settings({"model": "m", "api_key": "sk-secret"})
    shown = {row.name: row.value for row in origins(settings)}
    assert shown["api_key"] == "****"
    assert "sk-secret" not in repr(origins(settings)) + repr(settings) + settings.model_dump_json()


def test_a_password_in_an_address_is_never_shown() -> None:
    settings = load_settings({"model": "m", "base_url": "https://me:hunter2@host/v1"})
    shown = {row.name: row.value for row in origins(settings)}
    assert shown["base_url"] == '"https://****@host/v1"'
    with pytest.raises(SettingsError, match="must begin with http") as caught:
        load_settings({"base_url": "ftp://me:hunter2@host/v1"})
    assert "hunter2" not in str(caught.value)


def test_every_setting_says_what_it_is_and_where_its_default_comes_from() -> None:
    for row in origins(load_settings()):
        assert "Default: " in row.description, row.name


def test_the_instructions_are_short_and_ask_for_what_generation_looks_for() -> None:
    from loadsheet.models.counters import counter
    from loadsheet.stages.generate import NO_ANSWER

    assert counter("o200k").count(INSTRUCTIONS) <= 200
    assert NO_ANSWER in INSTRUCTIONS


def test_settings_are_frozen_and_equal_by_value() -> None:
    assert load_settings({"budget": 9}) == Settings(budget=9)
    with pytest.raises(ValueError, match="frozen"):
        load_settings().budget = 1  # pyright: ignore[reportAttributeAccessIssue]


def test_openais_key_is_not_sent_to_an_address_that_a_file_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    written("model = 'm'\nbase_url = 'https://example.org/v1'\n")
    assert load_settings().api_key is None
    assert load_settings({"base_url": "https://example.com/v1"}).api_key is not None
    written("model = 'm'\nbase_url = 'https://api.openai.com/v1'\n")
    assert load_settings().api_key is not None
