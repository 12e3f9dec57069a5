import { createFolder } from "../harness/folder.ts";
// The certificate library needs the metadata first.
import "reflect-metadata";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { X509Certificate } from "@peculiar/x509";
import Database from "better-sqlite3";

// Chromium's trust store on Linux is NSS's database in the home folder (~/.pki/nssdb): an SQLite file that NSS makes at
// the first start, a row an object of PKCS #11, a column an attribute ("a" and its number in hexadecimal).

const CERTIFICATE = "00000001";
const NSS = 0xce534350;
const hex = (value: number) => value.toString(16).padStart(8, "0");
const NSS_TRUST = hex(NSS + 3);
const TRUSTED_DELEGATOR = hex(NSS + 2);
const TRUST_UNKNOWN = hex(NSS + 5);

/** A home folder of a user without trusted CAs; Chromium creates the database where its folder exists. */
export function createHome(): string {
  const home = createFolder();
  mkdirSync(join(home, ".pki", "nssdb"), { recursive: true, mode: 0o700 });
  return home;
}

/**
 * Makes the user of this home folder trust a CA (PEM) for web servers, as `certutil -A -t C,,` does. A Chromium must have
 * run there once. The database of keys is removed: without a password trust needs no signature, and NSS creates another
 * one.
 */
export function trustAuthority(home: string, pem: string): void {
  const folder = join(home, ".pki", "nssdb");
  rmSync(join(folder, "key4.db"));
  const certificate = new X509Certificate(pem);
  const der = Buffer.from(certificate.rawData);
  const issuer = Buffer.from(certificate.issuerName.toArrayBuffer());
  const number = Buffer.from(certificate.serialNumber, "hex");
  const common = {
    a1: "01", // on the token
    a2: "00", // not private
    a81: issuer,
    a82: Buffer.concat([Buffer.from([0x02, number.length]), number]),
    a170: "01", // modifiable
  };
  const database = new Database(join(folder, "cert9.db"));
  const insert = (id: number, attributes: Record<string, string | Buffer>) => {
    const names = Object.keys(attributes);
    const values = Object.values(attributes).map((value) =>
      Buffer.isBuffer(value) ? value : Buffer.from(value, "hex"),
    );
    const places = names.map(() => "?").join(", ");
    database
      .prepare(`INSERT INTO nssPublic (id, ${names.join(", ")}) VALUES (?, ${places})`)
      .run(id, ...values);
  };
  insert(1, {
    ...common,
    a0: CERTIFICATE,
    a3: Buffer.from("tallybox"),
    a11: der,
    a80: "00000000", // X.509
    a101: issuer,
    a102: createHash("sha1").update(der).digest(),
  });
  const trust = (purpose: number) => `a${hex(NSS + purpose)}`;
  insert(2, {
    ...common,
    a0: NSS_TRUST,
    [trust(0x2008)]: TRUSTED_DELEGATOR, // servers
    [trust(0x2009)]: TRUST_UNKNOWN, // clients
    [trust(0x200a)]: TRUST_UNKNOWN, // programs
    [trust(0x200b)]: TRUST_UNKNOWN, // mail
    [trust(0x2064)]: createHash("sha1").update(der).digest(),
    [trust(0x2065)]: createHash("md5").update(der).digest(),
  });
  database.close();
}
