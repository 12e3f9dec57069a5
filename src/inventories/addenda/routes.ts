import { z } from "zod";
import type { ConfirmPerson } from "../../access/login/confirm-person.ts";
import { Forbidden, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { may } from "../../domain/roles.ts";
import { isWritten } from "../../domain/signature.ts";
import {
  ADDENDUM_KINDS,
  CONFIRMATIONS,
  confirmationOf,
  MAX_CORRECTION_LENGTH,
} from "../../domain/stocktakes/addendum.ts";
import { SIGNER_ROLES } from "../../domain/stocktakes/frame.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import {
  integer,
  linesOrNull,
  oneOf,
  pathId,
  pin,
  rule,
  secret,
  signature,
} from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import type { BeginExport } from "../../security-log/table.ts";
import { getInventory } from "../inventory.ts";
import { sealKey } from "../seal/key.ts";
import { findSeal } from "../seal/sealed-file.ts";
import { type Addendum, addAddendum, addendaOf, addendumFile } from "./addendum.ts";
import { AddendumContent } from "./addendum-file.ts";
import { signersOfRecord } from "./signers.ts";

const path = "/api/inventories/{id}/addenda";
/** It is no response of this API, but a file. */
const TYPE = "application/vnd.tallybox.addendum+json";
/** More persons than sign any record. */
const MAX_POSITION = 99_999;

const InventoryAddendum = AddendumContent.omit({ format: true, inventory: true, strokes: true })
  .extend({
    confirmed: z
      .enum(CONFIRMATIONS)
      .nullable()
      .describe(
        "how the signature was shown to be that of the person: at the person's own login, or by the own PIN or password at the login of `addedBy`; null: not at all, or no signature",
      ),
    sha256: z.string().describe("of all bytes before the seal at the end of the file, hexadecimal"),
  })
  .meta({ id: "InventoryAddendum" });

const InventoryAddenda = namedObject("InventoryAddenda", {
  signers: z.array(
    z.object({
      position: z.int().describe("`person` of a signature"),
      role: z.enum(SIGNER_ROLES),
      otherRoles: z.array(z.enum(SIGNER_ROLES)),
      userId: z.int().nullable().describe("null: a person without an account"),
      name: z.string(),
      addendum: z
        .int()
        .nullable()
        .describe(
          "the number of the signature, the confirmed one if there is one; null: not signed on a screen",
        ),
    }),
  ),
  addenda: z.array(InventoryAddendum),
});

/** The numbered addenda of a closed stocktake's record: signatures on a screen, and corrections. */
export function addendumRoutes(
  { storage }: Dependencies,
  beginExport: BeginExport,
  confirmPerson: ConfirmPerson,
): Endpoint[] {
  const { db, folder } = storage;
  /** The account of a person who signs; null: none. */
  const accountOf = (tenantId: number, id: number, position: number | null): number | null => {
    const signers = signersOfRecord(db, getInventory(db, tenantId, id), []);
    return signers.find((one) => one.position === position)?.userId ?? null;
  };
  return [
    query("GET", path, {
      operationId: "getInventoryAddenda",
      permission: "work",
      variesByPrincipal: true,
      summary:
        "The addenda of a closed stocktake's sealed record, and who has signed: the committee, the persons of a handover (`from`, `to`), the other persons who are responsible for the assets, and all who have counted; each person once, with all roles",
      description:
        "A User gets the own person alone, if it signs and the record is sealed, and the own signatures.",
      params: { id: pathId() },
      response: InventoryAddenda,
      run({ params }, principal) {
        const inventory = getInventory(db, principal.tenantId, params.id);
        const addenda = addendaOf(db, inventory);
        const isManager = may(principal, "manage");
        const isShown = (person: { readonly userId: number | null } | null) =>
          isManager || person?.userId === principal.userId;
        const canSign =
          isManager ||
          findSeal(db, { tenantId: principal.tenantId, inventoryId: params.id, format: "json" }) !== null;
        const signers = signersOfRecord(db, inventory, addenda).map(
          ({ items: _, otherAddenda: __, addendum, ...signer }) => ({
            ...signer,
            otherRoles: [...signer.otherRoles],
            addendum: addendum?.number ?? null,
          }),
        );
        return {
          kind: "json",
          body: {
            signers: canSign ? signers.filter(isShown) : [],
            addenda: addenda.filter(({ person }) => isShown(person)).map(shown),
          },
        };
      },
    }),
    command("POST", path, {
      operationId: "addInventoryAddendum",
      permission: "work",
      needsRecentLogin: true,
      usesIdempotencyKey: "sealedRequest",
      summary: "Adds a signature or a correction to the sealed record of a closed stocktake",
      description:
        "A `signature` has `person`, the `position` of one of the `signers` (`GET`), and `strokes`; a `correction` has `text`. A signature is the person's own (`confirmed`) at the person's own login, or with the person's own `pin` or `password`, which is checked as at a login. A User adds only the own signature. A Manager's login adds anybody else's too: addendum and minutes then say at whose login it was given, and that the person did not confirm it, or has no account. A person signs once; after an unconfirmed signature one confirmed signature is accepted. It is then the person's, and the earlier one stays an addendum. The addendum gets the next number, is sealed as the record is, and never changes. It has the hash of the record as JSON and that of the addendum before it. The minutes show it; record and stock stay as they are.",
      params: { id: pathId() },
      status: 201,
      body: {
        kind: oneOf(ADDENDUM_KINDS),
        person: integer(0, MAX_POSITION).nullable().optional(),
        strokes: signature()
          .refine(...rule(isWritten, msg("must have a stroke of some length")))
          .nullable()
          .optional()
          .describe("strokes as an SVG path of lines in a field of 600 by 200"),
        text: linesOrNull(MAX_CORRECTION_LENGTH).optional(),
        pin: pin().optional().describe("of the person who signs"),
        password: secret().optional().describe("of the person who signs"),
      },
      response: InventoryAddendum,
      errors: {
        400: "not closed, closed before there were seals, 200 corrections, or a field is invalid",
        401: "no valid token; or, without `WWW-Authenticate`, a wrong PIN or password of the person",
        403: "a User, and not the own signature; or a PIN, not from a paired device, with the setting `Login:PinOnlyOnPairedDevices`",
        409: "the person has signed; an unconfirmed signature can only be followed by a confirmed one",
        429: "too many wrong PINs or passwords; see Retry-After",
        503: "the record is being sealed; see Retry-After",
      },
      prepare: async (input, principal) => {
        const { pin, password, person = null } = input.body;
        if (pin === undefined && password === undefined) return null;
        const userId = accountOf(principal.tenantId, input.params.id, person);
        // Nobody tries the PIN of another person here.
        if (!may(principal, "manage") && userId !== principal.userId) throw new Forbidden();
        if (userId === null)
          throw Invalid.field(
            pin === undefined ? "password" : "pin",
            msg("is not that of a person who signs with an account"),
          );
        return await confirmPerson(userId, { pin, password }, principal, input);
      },
      run(tx, { params, body, address, browser }, principal, { prepared: confirmed }) {
        const { kind, person = null, strokes = null, text = null } = body;
        const inventory = getInventory(tx, principal.tenantId, params.id);
        const given = { kind, person, strokes, text, confirmed, client: { address, browser } };
        const added = addAddendum(tx, inventory, principal, given, sealKey(folder));
        return {
          kind: "json",
          body: shown(added),
          location: `/api/inventories/${inventory.oid}/addenda/${added.number}`,
        };
      },
    }),
    batch("GET", `${path}/{n}`, {
      operationId: "getInventoryAddendum",
      permission: "manage",
      summary: "The sealed file of an addendum",
      description:
        'JSON that ends with its seal, the member `seal`: all bytes before `,"seal":` have the SHA-256, and the Ed25519 signature is that of `tallybox record 1`, `addendum json` and the SHA-256 with a line feed between. It is an export.',
      params: { id: pathId(), n: pathId() },
      response: z.file().mime([TYPE]),
      errors: {
        404: "no such stocktake or addendum",
        429: "too many exports in an hour; see Retry-After",
      },
      run({ params, address }, principal) {
        const { tenantId } = principal;
        const { oid: inventoryId } = getInventory(db, tenantId, params.id);
        const { n: number } = params;
        const file = addendumFile(db, { tenantId, inventoryId, number });
        beginExport(principal, address, { table: "addendum", format: "json", inventory: inventoryId });
        return {
          kind: "bytes",
          contentType: TYPE,
          bytes: Buffer.from(file),
          fileName: `record-${inventoryId}-addendum-${number}.json`,
        };
      },
    }),
  ];
}

/** An addendum as lists show it: its file has the strokes. */
function shown({ format: _, inventory: __, strokes: ___, ...addendum }: Addendum) {
  return { ...addendum, confirmed: confirmationOf(addendum) };
}
