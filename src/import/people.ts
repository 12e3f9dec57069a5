import { fold } from "../storage/fold.ts";

/** Academic and other titles, folded, without dots. */
const TITLES = new Set(
  "ing bc mgr mga bca judr mudr mddr mvdr phdr rndr paeddr pharmdr thdr thlic dr doc prof phd csc drsc dis mba msc ba arch mr mrs ms pan pani slecna".split(
    " ",
  ),
);

/** Common first names, folded: of two names they tell which one comes first. */
const FIRST_NAMES = new Set(
  (
    "adam adela ales alena alex alexandra alice alzbeta amy andrea andrew anna anne anezka anthony antonin barbora barbara ben " +
    "benjamin blanka bohumil bohuslav bozena brian bretislav charles chris christopher dagmar dalibor dan dana daniel daniela david " +
    "denis denisa dominik edita eduard elena eliska ella emil emily emma erik ester eva filip frantisek frantiska gabriela george " +
    "hana hanka hedvika helen helena hynek ilona irena iva ivan ivana iveta ivo jack jakub james jan jana jane jarmila jaromir " +
    "jaroslav jaroslava jennifer jessica jindrich jiri jirina jitka joe john josef joseph julie kamil kamila karel karin karolina " +
    "kate katerina kevin klara kristina kristyna ladislav laura lenka leos libor libuse linda lubomir lubos lucie lucy ludek ludmila " +
    "lukas magdalena marcela marek maria marie marketa mark marta martin martina mary matej matthew matyas michael michaela michal " +
    "milada milan milena miloslav milos miloslava miroslav miroslava monika nada natalie nela nicole nikola nikolas oldrich olga oliver " +
    "olivia ondrej otakar patrick patrik paul pavel pavla pavlina peter petr petra radek radka radim radomir radovan renata richard " +
    "robert roman romana rostislav ruzena sabina sam samuel sara sarah sebastian silvie simon simona sofie sona stanislav stanislava " +
    "stella stepan stepanka susan sylva sarka tadeas tamara tereza thomas tim tobias tom tomas tomasz vaclav valerie vendula vera " +
    "veronika viktor viktorie vit vitezslav vladimir vladimira vlasta vojtech william zaneta zbynek zdenek zdenka zdena zuzana"
  ).split(" "),
);

/** The words of a person's name without titles, as they are written. */
function wordsOf(name: string): string[] {
  return name
    .split(/[\s,;]+/)
    .filter((word) => word !== "" && !TITLES.has(fold(word).replaceAll(".", "")))
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "");
}

/** What is the same for `Jan Novák`, `Novák Jan`, `Novák, Jan` and `Ing. Jan Novak`; empty where there is no name. */
export function personKey(name: string): string {
  return wordsOf(name).map(fold).sort().join(" ");
}

/**
 * The first and the last name in a person's full name, without titles. The last one comes first where a comma follows it, or
 * where the other one alone is a common first name.
 */
export function namesOfPerson(name: string): { firstName: string; lastName: string } {
  const comma = name.split(",").map(wordsOf);
  const [before = [], after = []] = comma;
  if (before.length > 0 && after.length > 0)
    return { firstName: after.join(" "), lastName: before.join(" ") };
  const words = wordsOf(name);
  const [first = name.trim(), ...others] = words;
  const last = others.at(-1);
  if (last === undefined) return { firstName: "", lastName: first };
  const isFirst = (word: string) => FIRST_NAMES.has(fold(word));
  const isTurned = isFirst(last) && !isFirst(first);
  return isTurned
    ? { firstName: last, lastName: words.slice(0, -1).join(" ") }
    : { firstName: words.slice(0, -1).join(" "), lastName: last };
}

/** A user name for a person, such as `jan.novak`; `isTaken` says which are not free. */
export function userNameFor(
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  isTaken: (userName: string) => boolean,
): string {
  const plain = (text: string) => fold(text).replace(/[^a-z0-9]+/g, "");
  const base = [firstName, lastName].map(plain).filter(Boolean).join(".").slice(0, 60) || "user";
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!isTaken(name)) return name;
  }
}
