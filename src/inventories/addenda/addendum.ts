import { createHash, type KeyObject } from "node:crypto";
import { Conflict, Forbidden, Invalid, NotFound, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { may } from "../../domain/roles.ts";
import { type AddendumKind, type Confirmation, confirmationOf } from "../../domain/stocktakes/addendum.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { assertIdle, type InventoryRecord } from "../inventory.ts";
import { findRecordName } from "../record-names.ts";
import { endOf, makeSeal, type Seal } from "../seal/seal-file.ts";
import { sealOfRecord } from "../seal/sealed-file.ts";
import { type AddendumContent, readAddendum } from "./addendum-file.ts";
import { type Signer, signersOfRecord } from "./signers.ts";
import * as store from "./store.ts";

/** An addendum with the hash of its file. */
export type Addendum = AddendumContent & { readonly sha256: string };

/** An addendum as a client sends it. `person`: the position among the signers. Null: not given. */
interface GivenAddendum {
  readonly kind: AddendumKind;
  readonly person: number | null;
  readonly strokes: string | null;
  readonly text: string | null;
  /** By which secret of the own the person has confirmed the signature; null: by none. */
  readonly confirmed: Exclude<Confirmation, "login"> | null;
  /** From where it is sent. Of a paired device, the device is kept instead. */
  readonly client: { readonly address: string; readonly browser: string | null };
}

/** Of one inventory: all addenda are read at once. */
const MAX_CORRECTIONS = 200;

/** The addenda of an inventory's record, by number. */
export function addendaOf(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): readonly Addendum[] {
  return store.addenda
    .all(db, { tenantId, inventoryId })
    .map(({ content, sha256 }) => ({ ...contentOf(content), sha256 }));
}

/** The sealed files of the addenda of an inventory's record, by number. */
export function addendumFiles(
  db: Db,
  inventory: { readonly tenantId: number; readonly inventoryId: number },
): readonly { readonly number: number; readonly addedDT: string; readonly file: string }[] {
  return store.addenda.all(db, inventory).map(({ content }) => {
    const { number, addedDT } = contentOf(content);
    return { number, addedDT, file: content };
  });
}

/** The sealed file of an addendum. Throws NotFound. */
export function addendumFile(
  db: Db,
  key: { readonly tenantId: number; readonly inventoryId: number; readonly number: number },
): string {
  const found = store.file.first(db, key);
  if (found === null) throw new NotFound(msg("Addendum not found."));
  return found.content;
}

/** The addendum whose file has exactly this seal, and its inventory; null: none of the tenant. */
export function findAddendumBy(
  db: Db,
  seal: Seal & { readonly tenantId: number },
): { readonly inventoryId: number; readonly content: AddendumContent } | null {
  const found = store.sealedBy.first(db, seal);
  return found && { inventoryId: found.inventoryId, content: contentOf(found.content) };
}

/**
 * Adds the next addendum to the record of a closed inventory, sealed by a private key. Throws WrongState without a record, or with very
 * many corrections; Unavailable while the record is being sealed; Invalid where the fields are not those of the kind, or the person does not
 * sign; Forbidden where a person who does not manage adds something else than the own signature; Conflict where the person has signed, but for a confirmed signature after an unconfirmed one.
 */
export function addAddendum(
  tx: Tx,
  inventory: InventoryRecord,
  principal: Principal,
  given: GivenAddendum,
  key: KeyObject,
): Addendum {
  const { tenantId, oid: inventoryId, name, inventoryStateId } = inventory;
  const { userId, deviceTokenId } = principal;
  const fullName = findRecordName(tx, tenantId, userId) ?? principal.fullName;
  assertIdle(tx, inventory);
  if (inventoryStateId !== State.Closed)
    throw new WrongState(msg("Only a closed stocktake has a sealed record."));
  const record = sealOfRecord(tx, inventory);
  if (record === null)
    throw new WrongState(msg("This stocktake was closed before there were sealed records."));
  const earlier = addendaOf(tx, inventory);
  const { kind, strokes, text } = given;
  // Signatures are as many as there are signers.
  const corrections = earlier.filter((one) => one.kind === "correction").length;
  if (kind === "correction" && corrections >= MAX_CORRECTIONS)
    throw new WrongState(msg("A record has at most {max} corrections.", { max: MAX_CORRECTIONS }));
  const signer = signerOf(given, signersOfRecord(tx, inventory, earlier));
  if (!may(principal, "manage") && signer?.userId !== userId) throw new Forbidden();
  const confirmed = given.confirmed ?? (signer?.userId === userId ? "login" : null);
  if (signer !== null) assertUnsigned(signer, confirmed);
  const device = deviceTokenId === null ? null : store.device.first(tx, { tenantId, oid: deviceTokenId });
  const content: AddendumContent = {
    format: "tallybox addendum 1",
    inventory: { oid: inventoryId, name },
    number: earlier.length + 1,
    record: record.sha256,
    previous: earlier.at(-1)?.sha256 ?? null,
    addedDT: tx.now,
    addedBy: { id: userId, fullName },
    device: deviceTokenId === null ? null : { id: deviceTokenId, name: device?.deviceName ?? "" },
    client: deviceTokenId === null ? given.client : null,
    kind,
    person: signer && personOf(signer),
    confirmed,
    strokes,
    text,
  };
  const unsealed = JSON.stringify(content).slice(0, -1);
  const sha256 = createHash("sha256").update(unsealed).digest("hex");
  const seal = makeSeal(key, "addendum json", sha256);
  store.insert.run(tx, {
    tenantId,
    inventoryId,
    number: content.number,
    person: signer?.position ?? null,
    isConfirmed: confirmed === null ? 0 : 1,
    content: unsealed + endOf("addendum json", seal),
    ...seal,
  });
  return { ...content, sha256 };
}

/** Who signs; null: nobody does. Throws Invalid. */
function signerOf(
  { kind, person: position, strokes, text }: GivenAddendum,
  signers: readonly Signer[],
): Signer | null {
  const isSignature = kind === "signature";
  const fields = { person: position, strokes, text };
  for (const [path, value] of Object.entries(fields)) {
    const isOfKind = isSignature === (path !== "text");
    if (isOfKind && value === null) throw Invalid.field(path, msg("is required"));
    if (!isOfKind && value !== null)
      throw Invalid.field(path, msg('is not of an addendum of kind "{kind}"', { kind }));
  }
  if (position === null) return null;
  const signer = signers.find((one) => one.position === position);
  if (signer === undefined)
    throw Invalid.field("person", msg("is not the position of a person who signs, from 0"));
  return signer;
}

/** Throws Conflict where the person has signed, but for a confirmed signature after an unconfirmed one. */
function assertUnsigned({ addendum, userId, name }: Signer, confirmed: Confirmation | null): void {
  if (addendum === null) return;
  const isOpen = confirmationOf(addendum) === null;
  if (isOpen && confirmed !== null) return;
  const signed = { name, number: addendum.number };
  throw new Conflict(
    isOpen && userId !== null
      ? msg(
          "{name} has already signed: addendum {number}. Only the person's own login, PIN or password adds another signature.",
          signed,
        )
      : msg("{name} has already signed: addendum {number}.", signed),
  );
}

const personOf = ({ position, role, otherRoles, userId, name }: Signer): AddendumContent["person"] => ({
  position,
  role,
  otherRoles: [...otherRoles],
  userId,
  name,
});

function contentOf(file: string): AddendumContent {
  const content = readAddendum(file);
  if (content === null) throw new Error("an addendum of another format");
  return content;
}
