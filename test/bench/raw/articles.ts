import type { Database } from "better-sqlite3";
import { fold } from "../data/fold.ts";
import type { User } from "./tokens.ts";

type Detail = [
  oid: number,
  code: string | null,
  name: string,
  categoryId: number,
  category: string,
  typeId: number,
  type: string,
  stateId: number,
  state: string,
  price: number,
  serialNumber: string | null,
  rfId: string | null,
  userId: number | null,
  responsibleUserId: number | null,
  isDisposal: number,
  disposalDT: string | null,
];

/** The record of the list shape as SQLite writes it: much quicker than row by row in JavaScript. */
export const listRecord = `json_object('oid', oid, 'code', code, 'name', name, 'categoryId', categoryId,
  'typeId', typeId, 'stateId', stateId, 'price', price / 10000.0, 'serialNumber', serialNumber, 'rfId', rfId,
  'userId', userId, 'responsibleUserId', responsibleUserId, 'isDisposal', json(iif(isDisposal, 'true', 'false')),
  'disposalDT', disposalDT, 'disposalMethodId', disposalMethodId, 'disposalReasonId', disposalReasonId,
  'createdDT', createdDT, 'modifiedDT', modifiedDT, 'createdBy', createdBy, 'modifiedBy', modifiedBy)`;

const detail = `SELECT a.oid, a.code, a.name, c.oid, c.name, t.oid, t.name, s.oid, s.name, a.price, a.serialNumber,
  a.rfId, a.userId, a.responsibleUserId, a.isDisposal, a.disposalDT
  FROM article a JOIN category c ON c.oid = a.categoryId JOIN type t ON t.oid = a.typeId
  JOIN state s ON s.oid = a.stateId`;

const text = JSON.stringify;

function serialise(row: Detail): string {
  const [oid, code, name, categoryId, category, typeId, type, stateId, state, price, serial, rfId] = row;
  const [userId, responsibleUserId, isDisposal, disposalDT] = row.slice(12);
  return `{"oid":${oid},"code":${text(code)},"name":${text(name)},"category":{"oid":${categoryId},"name":${text(
    category,
  )}},"type":{"oid":${typeId},"name":${text(type)}},"state":{"oid":${stateId},"name":${text(state)}},"price":${
    price / 10_000
  },"serialNumber":${text(serial)},"rfId":${text(rfId)},"userId":${userId},"responsibleUserId":${
    responsibleUserId
  },"isDisposal":${isDisposal === 1},"disposalDT":${text(disposalDT)}}`;
}

/** Reads and changes single articles; results are JSON text, undefined for missing ones. */
export function articles(db: Database) {
  const byCode = db.prepare(`${detail} WHERE a.tenantId = ? AND a.code = ? AND a.deleted = 0`).raw();
  const byOid = db.prepare(`${detail} WHERE a.tenantId = ? AND a.oid = ? AND a.deleted = 0`).raw();
  const change = db.prepare(`UPDATE article SET price = coalesce(@price, price), name = coalesce(@name, name),
    folded = coalesce(@folded, folded), modifiedDT = @at, modifiedBy = @by
    WHERE tenantId = @tenantId AND oid = @oid AND deleted = 0`);
  const bodyOf = (row: unknown) => (row === undefined ? undefined : serialise(row as Detail));
  return {
    byCode: (code: string, user: User) => bodyOf(byCode.get(user.tenantId, code)),
    /** Changes price and name, which the bench changes. */
    update(oid: number, body: { price?: number; name?: string }, user: User): string | undefined {
      change.run({
        oid,
        tenantId: user.tenantId,
        price: body.price === undefined ? null : Math.round(body.price * 10_000),
        name: body.name ?? null,
        folded: body.name === undefined ? null : fold(body.name),
        at: new Date().toISOString(),
        by: user.userName,
      });
      return bodyOf(byOid.get(user.tenantId, oid));
    },
  };
}
