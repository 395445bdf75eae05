"""Forms of the army pages: what is asked, within which bounds, with a sentence for each refusal."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from armies.exchange import limits
from armies.exchange.cleaning import many_lines, one_line
from armies.models import Army, Element, Visibility
from armies.rules import facts
from armies.rules.nations import nations
from armies.rules.override_spec import MOST_REASON, OverrideSpec
from battles.engine.option_spec import NONE, OptionSpec


def nation_choices(empty: str) -> list[tuple[str, str]]:
    return [("", empty), *((nation.code, nation.name) for nation in nations().values())]


def words(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value.replace("_", " ").capitalize()) for value in values]


def refuse_large(sent: Any) -> Any:
    """The file that was sent, if it is not larger than what is read."""
    if sent and sent.size > limits.MAX_BYTES:
        raise ValidationError(f"{sent.name} has {sent.size:,} bytes; {limits.MAX_BYTES:,} is the most.")
    return sent


class ImportForm(forms.Form):
    """Either text or a file, never both and never neither."""

    one_of = True

    text = forms.CharField(
        label="Order of battle",
        required=False,
        strip=False,
        max_length=limits.MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "mono"}),
    )
    file = forms.FileField(
        label="Or a file",
        required=False,
        allow_empty_file=True,
        help_text=f"Text, CSV, workbook (XLSX) or JSON, up to {limits.MAX_BYTES // 1_000_000} MB.",
    )

    def clean_file(self) -> Any:
        return refuse_large(self.cleaned_data.get("file"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        text, sent = (data.get("text") or "").strip(), data.get("file")
        if text and sent:
            raise ValidationError("Paste text or choose a file, not both.")
        if not text and not sent and not self.errors:
            self.add_error("text", "Nothing was pasted and no file was chosen.")
        return data

    def content(self) -> tuple[bytes, str]:
        """What was sent in, and the file's name (empty for pasted text)."""
        sent = self.cleaned_data.get("file")
        return (sent.read(), sent.name) if sent else (self.cleaned_data["text"].encode(), "")


class LineField(forms.CharField):
    """A name or another text of one line, made fit to keep as an import is."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(one_line(value or ""))


class LinesField(forms.CharField):
    """A note, with its line ends, made fit to keep as an import is."""

    def __init__(self, *, rows: int, **options: Any) -> None:
        attrs = {"rows": rows}
        super().__init__(required=False, max_length=limits.MAX_NOTE, widget=forms.Textarea(attrs=attrs), **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(many_lines(value or ""))


class HeadForm(forms.ModelForm):  # type: ignore[type-arg]
    """The army's own facts."""

    nation = forms.ChoiceField(required=False)
    date = forms.RegexField(
        r"^\d{4}-\d{2}-\d{2}$",
        required=False,
        help_text="Year, month and day: 1815-06-16.",
        error_messages={"invalid": "Write the date as year, month and day: 1815-06-16."},
    )
    place = LineField(required=False, max_length=limits.MAX_NOTE)
    scope = LinesField(label="What it holds", rows=3)
    visibility = forms.ChoiceField(
        label="Who may see it", choices=Visibility.choices, widget=forms.RadioSelect, required=True
    )

    class Meta:
        model = Army
        fields = ["name", "nation", "commander", "battle", "date", "place", "scope", "visibility"]
        field_classes = {"name": LineField, "commander": LineField, "battle": LineField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("Not said")  # type: ignore[attr-defined]


class UnitForm(forms.ModelForm):  # type: ignore[type-arg]
    """A unit's facts, within the bounds of the import. What the rules find wrong is no error but a fault."""

    nation = forms.ChoiceField(required=False)
    type = forms.ChoiceField(choices=words(facts.UNIT_TYPES))
    quality = forms.ChoiceField(choices=words(facts.QUALITIES))
    men = forms.IntegerField(required=False, min_value=1, max_value=limits.MAX_MEN)
    guns = forms.IntegerField(required=False, min_value=1, max_value=limits.MAX_GUNS, help_text="Howitzers counted.")
    gun_weight = forms.ChoiceField(
        label="Weight of guns",
        required=False,
        choices=[
            ("", "Not a battery"),
            ("light", "Light, most under 6 pounds"),
            ("medium", "Medium, 6 to 9 pounds"),
            ("heavy", "Heavy, over 9 pounds"),
        ],
    )
    basis = forms.ChoiceField(label="Where the figure comes from", choices=words(facts.BASES))
    note = LinesField(rows=2)

    class Meta:
        model = Element
        fields = [
            *("name", "commander", "nation", "type", "quality", "men", "guns", "gun_weight"),
            *("lancer", "irregular", "kgl", "armoured", "basis", "note"),
        ]
        field_classes = {"name": LineField, "commander": LineField}
        labels = {"kgl": "King’s German Legion", "armoured": "Armoured (cuirass)", "lancer": "Lancers"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("As what it stands under")  # type: ignore[attr-defined]


class FormationForm(forms.ModelForm):  # type: ignore[type-arg]
    """A formation's facts; which are asked depends on its level."""

    nation = forms.ChoiceField(required=False)
    command_nation = forms.ChoiceField(
        label="Commanded by",
        required=False,
        help_text="Decides the commander tables: an allied corps under French command has the French (MN-RULING-62).",
    )
    kind = forms.ChoiceField(required=False)
    note = LinesField(rows=2)

    class Meta:
        model = Element
        fields = ["name", "commander", "nation", "command_nation", "kind", "reserve", "note"]
        field_classes = {"name": LineField, "commander": LineField}
        labels = {"reserve": "Was a corps reserve before play"}

    ASKED = {
        "corps": {"command_nation"},
        "division": {"kind"},
        "brigade": {"kind", "reserve"},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        level = self.instance.level
        for name in {"command_nation", "kind", "reserve"} - self.ASKED[level]:
            del self.fields[name]
        self.fields["nation"].choices = nation_choices("As what it stands under")  # type: ignore[attr-defined]
        if "command_nation" in self.fields:
            self.fields["command_nation"].choices = nation_choices("Its own nation")  # type: ignore[attr-defined]
        if "kind" in self.fields:
            kinds = words(facts.BRIGADE_KINDS)
            choices = kinds if level == "brigade" else [("", "Not said"), *kinds[:3]]
            self.fields["kind"].choices = choices  # type: ignore[attr-defined]


class OptionsForm(forms.Form):
    """The options of a rule system, made from its own specifications, so that none is named twice."""

    def __init__(self, specs: Mapping[str, OptionSpec], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, spec in specs.items():
            self.fields[name] = option_field(spec)


def option_field(spec: OptionSpec) -> forms.Field:
    """The form field for one option: a tick, a number, one of several, or any of several."""
    label = spec.label
    hint = f"{spec.sentence} ({spec.rule})"
    if spec.kind == "tick":
        return forms.BooleanField(label=label, required=False, help_text=hint)
    if spec.kind == "number":
        return forms.IntegerField(label=label, help_text=hint, min_value=spec.least, max_value=spec.most)
    if spec.kind == "number_or_none":
        hint = f"{hint} Empty for none."
        return NumberOrNoneField(label=label, help_text=hint, required=False, min_value=spec.least, max_value=spec.most)
    choices = list(spec.words.items())
    if spec.kind == "set":
        return SeveralField(
            label=label, help_text=hint, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=label, help_text=hint, choices=choices)


class NumberOrNoneField(forms.IntegerField):
    """A number, or nothing for none, as the rules read them."""

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        return NONE if found is None else found


class SeveralField(forms.MultipleChoiceField):
    """Several values kept as one text with commas, as the rules read them."""

    def prepare_value(self, value: Any) -> Any:
        return [part for part in value.split(",") if part] if isinstance(value, str) else sorted(value or ())

    def clean(self, value: Any) -> str:
        return ",".join(super().clean(value))


class OverrideForm(forms.Form):
    """What the owner of a unit lays down under one system; a value that is left empty is not overridden."""

    reason = LineField(
        label="Why",
        required=False,
        max_length=MOST_REASON,
        help_text="It stands beside the value, on screen and on paper.",
    )

    def laid_down(self) -> dict[str, Any]:
        """The values that are overridden, by name."""
        return {
            name: value for name, value in self.cleaned_data.items() if name != "reason" and value not in ("", None)
        }


def override_form(specs: Mapping[str, OverrideSpec], laid: list[dict[str, Any]], sent: Any) -> OverrideForm:
    """The form for the values that a system lets be overridden, with those that are."""
    said = {True: "yes", False: "no"}
    initial = {o["what"]: said[o["value"]] if isinstance(o["value"], bool) else o["value"] for o in laid}
    initial["reason"] = laid[0]["reason"] if laid else ""
    form = OverrideForm(sent, initial=initial)
    fields = {name: override_field(spec) for name, spec in specs.items()}
    form.fields = {**fields, "reason": form.fields["reason"]}
    return form


def override_field(spec: OverrideSpec) -> forms.Field:
    """The field of one value, with an empty choice for leaving it to the mapping."""
    label, hint = spec.label.capitalize(), f"({spec.rule})"
    if spec.kind == "number":
        return forms.IntegerField(
            label=label, help_text=hint, min_value=spec.least, max_value=spec.most, required=False
        )
    as_mapped = ("", "As it is mapped")
    if spec.kind == "tick":
        return forms.TypedChoiceField(
            label=label,
            help_text=hint,
            required=False,
            choices=[as_mapped, ("yes", "Yes"), ("no", "No")],
            coerce=lambda value: value == "yes",
            empty_value=None,
        )
    choices = [as_mapped, *((key, words.capitalize()) for key, words in spec.words.items())]
    return forms.ChoiceField(label=label, help_text=hint, choices=choices, required=False)
