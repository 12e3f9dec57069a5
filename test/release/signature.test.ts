import { createHash } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyBundle, verifySignature } from "../../src/ops/cli/release/signature.ts";
import { createFolder } from "../harness/folder.ts";
import { createSigner } from "./signer.ts";

// Made by `ssh-keygen -Y sign -n tallybox-release` of OpenSSH; the private key was deleted.
const CONTENT = "the list of a release\n";
const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICxX6v+IqsfiIT7ekwG2L/oSBtd4bHdOut4Q9JYZzxWG\n";
const SIGNATURE = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgLFfq/4iqx+IhPt6TAbYv+hIG13
hsd0663hD0lhnPFYYAAAAQdGFsbHlib3gtcmVsZWFzZQAAAAAAAAAGc2hhNTEyAAAAUwAA
AAtzc2gtZWQyNTUxOQAAAEC7EuASQfT5k4BRpUkXIUGrXI+aI93TdZOaKL/sFv8S3sLfXe
ereLbSuD/iotDuzdCSBcWTbHcvW62Bij8FL40O
-----END SSH SIGNATURE-----
`;
const hashesOf = (content: string) => (algorithm: string) => createHash(algorithm).update(content).digest();
const signer = createSigner();

/** A folder with these files, its SHA256SUMS and the signature of it. */
function createBundle(
  files: Readonly<Record<string, string>> = { "src/main.ts": "start();", RELEASE: "version=1" },
) {
  const folder = createFolder();
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) put(name, text);
  const sums = Object.entries(files).map(
    ([name, text]) => `${hashesOf(text)("sha256").toString("hex")}  ./${name}\n`,
  );
  put("SHA256SUMS", sums.join(""));
  put("SHA256SUMS.sig", signer.sign(sums.join("")));
  const keys = `${folder}.keys`;
  writeFileSync(keys, signer.publicKey);
  onTestFinished(() => rmSync(keys, { force: true }));
  return { folder, keys, put };
}

test("a signature of ssh-keygen is accepted, with the fingerprint that ssh-keygen shows", async () => {
  const fingerprint = await verifySignature(SIGNATURE, `# keys\n\n${PUBLIC_KEY}`, hashesOf(CONTENT));
  expect(fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
});

test.each<[string, string, string, string, RegExp]>([
  ["other content", SIGNATURE, PUBLIC_KEY, `${CONTENT}.`, /does not match the signature/],
  ["another key", SIGNATURE, signer.publicKey, CONTENT, /signed with another key \(SHA256:/],
  ["no key", SIGNATURE, "", CONTENT, /signed with another key/],
  [
    "a signature for something else",
    signer.sign(CONTENT, { namespace: "git" }),
    signer.publicKey,
    CONTENT,
    /is for "git"/,
  ],
  ["a weak hash", signer.sign(CONTENT, { hash: "md5" }), signer.publicKey, CONTENT, /unknown hash/],
  [
    "a cut signature",
    `${SIGNATURE.slice(0, 200)}\n-----END SSH SIGNATURE-----\n`,
    PUBLIC_KEY,
    CONTENT,
    /is damaged/,
  ],
  ["another text", "good", PUBLIC_KEY, CONTENT, /is damaged/],
])("%s is refused", async (_, signature, keys, content, sentence) => {
  await expect(verifySignature(signature, keys, hashesOf(content))).rejects.toThrow(sentence);
});

test("a changed byte anywhere in a signature is refused", async () => {
  const base64 = SIGNATURE.split("\n").slice(1, -2).join("");
  const bytes = Buffer.from(base64, "base64");
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(i) ^ 1, i);
    const armored = `-----BEGIN SSH SIGNATURE-----\n${changed.toString("base64")}\n-----END SSH SIGNATURE-----\n`;
    await expect(verifySignature(armored, PUBLIC_KEY, hashesOf(CONTENT)), String(i)).rejects.toThrow();
  }
});

test("an unpacked bundle and an archive are accepted as they were signed", async () => {
  const { folder, keys, put } = createBundle();
  const fingerprint = await verifyBundle(folder, keys);
  put("archive.tar.gz", "archive");
  put("archive.tar.gz.sig", signer.sign("archive", { hash: "sha256" }));
  expect(await verifyBundle(join(folder, "archive.tar.gz"), keys)).toBe(fingerprint);
});

test.each<[string, (bundle: ReturnType<typeof createBundle>) => void, RegExp]>([
  ["without a signature", ({ folder }) => rmSync(join(folder, "SHA256SUMS.sig")), /^it is not signed$/],
  ["with another list", ({ put }) => put("SHA256SUMS", "0".repeat(64)), /does not match the signature/],
  [
    "with one more file",
    ({ put }) => put("node_modules/a/index.js", ""),
    /contains "node_modules\/a\/index.js", which/,
  ],
  [
    "with a link",
    ({ folder }) => symlinkSync("main.ts", join(folder, "src/other.ts")),
    /contains "src\/other.ts"/,
  ],
  [
    "with a link in the place of a file",
    ({ folder }) => {
      rmSync(join(folder, "RELEASE"));
      symlinkSync("/etc/passwd", join(folder, "RELEASE"));
    },
    /contains "RELEASE"/,
  ],
  ["without the keys of releases", ({ keys }) => rmSync(keys), /the keys of releases are missing/],
])("a bundle %s is refused", async (_, harm, sentence) => {
  const bundle = createBundle();
  harm(bundle);
  await expect(verifyBundle(bundle.folder, bundle.keys)).rejects.toThrow(sentence);
});
