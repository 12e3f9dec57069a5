import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

// A passkey in software: ES256, attestation "none" (W3C Web Authentication §6, CTAP2 canonical CBOR).

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** The options that a browser passes, as far as they matter here. */
interface Options {
  readonly challenge: string;
}

/** An authenticator with one passkey, for the pages of one origin. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const rpId = new URL(origin).hostname;
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const credential = (response: object) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    response,
    clientExtensionResults: {},
  });

  return {
    /** The browser's response to the options of a new passkey. */
    create(options: Options, from = origin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey.export({ format: "jwk" })),
      ]);
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, data);
      return credential({
        clientDataJSON: clientData("webauthn.create", options, from).toString("base64url"),
        attestationObject: attestation(authData).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** The browser's response in a login. `counts` false: a copied authenticator, whose counter stays. */
    get(options: Options, { from = origin, counts = true } = {}) {
      if (counts) counter++;
      const data = authenticatorData(USER_PRESENT | USER_VERIFIED);
      const client = clientData("webauthn.get", options, from);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const byteString = (value: Buffer) =>
  value.length < 256
    ? Buffer.concat([Buffer.from([0x58, value.length]), value])
    : Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);

function attestation(authData: Buffer): Buffer {
  const map = Buffer.from([0xa3]);
  const statement = Buffer.from([0xa0]);
  return Buffer.concat([
    map,
    ...[text("fmt"), text("none"), text("attStmt"), statement, text("authData"), byteString(authData)],
  ]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey({ x = "", y = "" }: { x?: string; y?: string }): Buffer {
  const coordinate = (value: string) => byteString(Buffer.from(value, "base64url"));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}
