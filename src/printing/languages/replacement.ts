/** Replacements of lower-case letters and signs that Unicode does not decompose. */
const REPLACEMENTS = new Map<string, string>(
  [
    "æ=ae đ=d ð=d ħ=h ı=i ĸ=k ł=l ŋ=n ø=o œ=oe ß=ss þ=th ŧ=t ə=e ƒ=f μ=u",
    // Cyrillic: Ukraine's romanization of 2010, and the letters that only its neighbours use.
    "а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u",
    "ф=f х=kh ц=ts ч=ch ш=sh щ=shch ь= ю=iu я=ia",
    "ё=e ъ= ы=y э=e ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѕ=dz ѓ=g ќ=k",
    "€=EUR £=GBP ¥=JPY ¢=c ©=(C) ®=(R) №=No §=par. °=deg ±=+- ×=x ÷=/ ⁄=/ •=- ·=-",
    "–=- —=- ‐=- ‑=- −=- ‘=' ’=' ‚=' ‹=' ›=' ′=' ʼ=' “='' ”='' „='' «='' »='' ″=''",
  ]
    .flatMap((list) => list.split(" "))
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
);

/**
 * The replacement of one letter (composed, not ASCII) that can't be printed: its base letter, its romanization, or "?".
 * It has only letters, digits, space and `.,'()/+-?`, so it is never a command in a printer language.
 */
export function replaceLetter(letter: string): string {
  return romanized(letter) ?? decomposed(letter);
}

function romanized(letter: string): string | undefined {
  const lower = letter.toLowerCase();
  const text = REPLACEMENTS.get(lower);
  return text === undefined || lower === letter ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function decomposed(letter: string): string {
  const base = letter.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const text = [...base].map((part) => romanized(part) ?? part).join("");
  return /^[A-Za-z0-9 .,'()/+-]*$/.test(text) ? text : "?";
}
