"""Answers in other languages, with their own ways to write numbers."""

from typing import Any

from make_corpus import Writer, scenario

PENGUINS = "df = pd.read_csv('penguins.csv')\nlen(df)"
MASS = "m = df.groupby('species')['body_mass_g'].mean()\nm"


def german(value: float, digits: int) -> str:
    """1.234,5"""
    return f"{value:,.{digits}f}".replace(",", "\x00").replace(".", ",").replace("\x00", ".")


def french(value: float, digits: int) -> str:
    """1 234,5 with a narrow no-break space."""
    return f"{value:,.{digits}f}".replace(",", "\u202f").replace(".", ",")


@scenario("german-mass", "Welche Art ist am schwersten?", PENGUINS, MASS)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["m"]
    return f"""
Gentoo-Pinguine sind mit {w.s(f"{german(m['Gentoo'], 1)} g", 2, plant=("swapped digits", "5.067,0 g"))} im Durchschnitt am schwersten, das sind {w.s(f"{german(m['Gentoo'] / 1000, 2)} kg", 2)}.
Die Adelie-Pinguine wiegen {w.s(f"{german(m['Adelie'], 2)} g", 2)}, also {w.d(f"{german((1 - m['Adelie'] / m['Gentoo']) * 100, 1)} %", 2, plant=("invented number", "31,4 %"))} weniger. Die Tabelle hat {w.s("344", 1)} Zeilen und {w.s("drei", 2)} Arten.
"""


@scenario("french-mass", "Quelle espèce est la plus lourde ?", PENGUINS, MASS)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["m"]
    return f"""
Les manchots Gentoo sont les plus lourds : {w.s(f"{french(m['Gentoo'], 1)} g", 2, plant=("stale value", f"{french(5102.4, 1)} g"))} en moyenne, contre {w.s(f"{french(m['Adelie'], 1)} g", 2)} pour les Adelie et {w.s(f"{french(m['Chinstrap'], 0)} g", 2)} pour les Chinstrap, une différence de {w.d(f"{french(m['Gentoo'] - m['Adelie'], 0)} g", 2)}.
"""


@scenario(
    "german-sales",
    "Wie hoch war der Umsatz?",
    "u = pd.DataFrame({'jahr': [2021, 2022, 2023], 'umsatz': [1284300.5, 1419870.25, 1377020.0]})\nu",
    "print((u.set_index('jahr').umsatz.pct_change() * 100).round(2))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
Der Umsatz stieg von {w.s("1.284.300,50 €", 1)} im Jahr {w.s("2021", 1, 2)} auf {w.s("1,42 Mio. €", 1, plant=("wrong scale", "14,2 Mio. €"))} im Jahr {w.s("2022", 1, 2)} (plus {w.s("10,6 %", 2)}), und fiel dann um {w.s("3,02 %", 2, plant=("swapped digits", "3,20 %"))} auf {w.s("1.377.020 €", 1)}.
"""


@scenario(
    "spanish-votes",
    "¿Quién ganó?",
    "votos = pd.Series({'Ana': 15432, 'Luis': 12871, 'Eva': 4310}, name='votos')\nprint(votos)\nprint(votos / votos.sum())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
Ana ganó con {w.s("15.432", 1, plant=("swapped digits", "14.532"))} votos, el {w.s("47,3 %", 1)} del total; Luis obtuvo {w.s("12.871", 1)} votos y Eva {w.s("4.310", 1)}. La ventaja es de {w.d("2.561", 1)} votos.
"""
