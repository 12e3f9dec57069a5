import { fold } from "../../domain/text-folding.ts";
import { trimCharacters } from "../../domain/trim-characters.ts";

/** Academic titles before or after a name, folded, without dots. */
const ACADEMIC = new Set(
  "ing bc mgr mga bca judr mudr mddr mvdr phdr rndr paeddr pharmdr thdr thlic dr doc prof phd csc drsc dis mba msc ba arch".split(
    " ",
  ),
);
/** Titles before a name only. After a first name they are a last name, as in `Peter Pan`. */
const COURTESY = new Set(["mr", "mrs", "ms", "pan", "pani", "slecna"]);

/** Common first names, folded. They show which of two names is the first name. */
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

/**
 * The words of a person's name, by comma-separated part. Titles are removed from both ends of each part as long as two words
 * remain, because some titles are names too.
 */
function partsOf(name: string): string[][] {
  const parts = name.split(/[,;]/).map((part) =>
    part
      .split(/\s+/)
      .map((word) => trimCharacters(word, "."))
      .filter((word) => word !== ""),
  );
  let left = parts.flat().length;
  const isAcademic = (word = "") => ACADEMIC.has(fold(word).replaceAll(".", ""));
  const isCourtesy = (word = "") => COURTESY.has(fold(word));
  for (const part of parts.toReversed()) for (; left > 2 && isAcademic(part.at(-1)); left--) part.pop();
  for (const part of parts) {
    // A single name before a comma is a last name.
    const isTitle = (word = "") => isAcademic(word) || (part.length > 1 && isCourtesy(word));
    for (; left > 2 && isTitle(part[0]); left--) part.shift();
  }
  return parts;
}

/** A key that is equal for `Jan Novák`, `Novák Jan`, `Novák, Jan` and `Ing. Jan Novak`. Empty if there is no name. */
export function personKey(name: string): string {
  return partsOf(name).flat().map(fold).sort().join(" ");
}

/**
 * Splits a full name into first and last name, without titles. The last name comes first if a comma follows it, or if only the
 * other name is a common first name.
 */
export function splitPersonName(name: string): { firstName: string; lastName: string } {
  const parts = partsOf(name);
  const [before = [], after = []] = parts;
  if (before.length > 0 && after.length > 0)
    return { firstName: after.join(" "), lastName: before.join(" ") };
  const words = parts.flat();
  const [first = name.trim(), ...others] = words;
  const last = others.at(-1);
  if (last === undefined) return { firstName: "", lastName: first };
  const isFirst = (word: string) => FIRST_NAMES.has(fold(word));
  const isTurned = isFirst(last) && !isFirst(first);
  return isTurned
    ? { firstName: last, lastName: words.slice(0, -1).join(" ") }
    : { firstName: words.slice(0, -1).join(" "), lastName: last };
}

/** Proposes a free user name for a person, such as `jan.novak`. */
export function proposeUserName(
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
