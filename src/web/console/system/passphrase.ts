/** Without 0 O 1 I L U, which are taken for one another. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 5;
const GROUP = 4;

/** A random passphrase of 20 letters (98 bits) in groups, as a person copies them from paper: `K7QF-2MXP-…`. */
export function generatePassphrase(): string {
  const group = () => Array.from({ length: GROUP }, randomLetter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

function randomLetter(): string {
  const fair = 256 - (256 % LETTERS.length);
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    // What is left over of a byte would make some letters more likely.
    if (byte < fair) return LETTERS.charAt(byte % LETTERS.length);
  }
}
