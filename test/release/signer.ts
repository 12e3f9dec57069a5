import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { NAMESPACE } from "../../src/ops/cli/release/signature.ts";

/** A key of a release, made for a test. */
export interface Signer {
  /** The line of the public key, as in `id_ed25519.pub`. */
  readonly publicKey: string;
  /** The signature that `ssh-keygen -Y sign` makes of this content. */
  sign(content: string | Buffer, options?: { namespace?: string; hash?: string }): string;
}

function string(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
const strings = (...contents: (string | Buffer)[]) => Buffer.concat(contents.map(string));

/** A new key. */
export function createSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const encoded = strings("ssh-ed25519", raw);
  return {
    publicKey: `ssh-ed25519 ${encoded.toString("base64")}\n`,
    sign(content, { namespace = NAMESPACE, hash = "sha512" } = {}) {
      const digest = createHash(hash).update(content).digest();
      const signed = Buffer.concat([Buffer.from("SSHSIG"), strings(namespace, "", hash, digest)]);
      const signature = strings("ssh-ed25519", sign(null, signed, privateKey));
      const bytes = Buffer.concat([
        Buffer.from("SSHSIG\0\0\0\u0001"),
        strings(encoded, namespace, "", hash, signature),
      ]);
      const lines = bytes.toString("base64").match(/.{1,70}/g) ?? [];
      return `-----BEGIN SSH SIGNATURE-----\n${lines.join("\n")}\n-----END SSH SIGNATURE-----\n`;
    },
  };
}
