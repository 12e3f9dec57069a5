// What an archive of records has beside them. The server and the program verify-record import this file.

/** The hashes of all other files, as sha256sum reads them; it ends with its seal. */
export const SUMS_FILE = "SHA256SUMS";
/** The public keys that have signed the records and the hashes, a line each. */
export const KEYS_FILE = "public-key.txt";

/** A line of the hashes. */
export const sumLine = (sha256: string, path: string): string => `${sha256}  ${path}\n`;

/** Reads a line of the hashes; null: another one, such as the seal. */
export function readSumLine(line: string): { readonly sha256: string; readonly path: string } | null {
  const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
  return sha256 === undefined || path === undefined ? null : { sha256, path };
}

/** The text that explains an archive. `unsealed`: files of records that are not sealed; `photos`: photos whose files the server lacks. */
export const README = ({
  year,
  stocktakes,
  unsealed,
  photos,
}: {
  readonly year: number;
  readonly stocktakes: readonly string[];
  readonly unsealed: readonly string[];
  readonly photos: readonly string[];
}): string => `Archive of the stocktakes closed in ${year}

Each folder has the record of one stocktake:
- record.json and record.pdf: sealed at the close. Each ends with its seal.
- addendum-NUMBER.json: signatures on a screen and corrections, sealed as they were added.
- minutes.pdf: the result with the addenda, to sign; certificate.pdf and population.csv: of a sample by value. They were made for
  this archive and have no seal of their own.
- photos: of counted items (item-ITEM-PHOTO) and of unknown codes (code-OPERATION-PHOTO), with the numbers of record.json.

${stocktakes.join("\n")}

To check all of it on any machine with tallybox, without the server that made it:

  /opt/tallybox/current/scripts/verify-record ARCHIVE.zip --key PUBLIC_KEY

An unpacked bundle of tallybox has the program too, as scripts/verify-record. Take PUBLIC_KEY from the signed minutes of a stocktake; compare it with ${KEYS_FILE}. Where
records have different keys, or the server has another one since, which signed ${SUMS_FILE}, repeat --key.

Without tallybox:
- "sha256sum -c ${SUMS_FILE}" in the unpacked folder finds changed and missing files.
- ${SUMS_FILE} ends with a seal: the SHA-256 of all bytes before "#tallybox-seal", and an Ed25519 signature (RFC 8032) of the three
  lines "tallybox record 1", "sums" and that hash, without a line end behind the last one. In record.json the seal is the member "seal", and
  the second line "json"; in an addendum that line is "addendum json"; in record.pdf the seal is the comment "%tallybox-seal", and the line
  "pdf".
${listed(`The server could not seal these files, so they are missing; its log says why. Their hash in ${SUMS_FILE} is zeros`, unsealed)}${listed("The server lacks the files of these photos", photos)}`;

const listed = (what: string, paths: readonly string[]) =>
  paths.length === 0 ? "" : `\n${what}:\n${paths.join("\n")}\n`;
