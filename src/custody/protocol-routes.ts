import { z } from "zod";
import { findUser } from "../access/users/users.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { assertPermission } from "../domain/roles.ts";
import { batch, type Endpoint } from "../http/endpoint/endpoint.ts";
import { pathId } from "../http/endpoint/fields.ts";
import type { Locale } from "../i18n/locales.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import { findPhoto } from "../photos/photo.ts";
import { readCompany } from "../settings/company/company.ts";
import { siteNameFor } from "../settings/settings.ts";
import { getCustody } from "./custody.ts";
import { makeProtocol, type ShownCustody } from "./protocol.ts";
import { CustodyDetail } from "./shapes.ts";
import * as store from "./store.ts";

/** Articles of one protocol. */
const MAX_ARTICLES = 500;
const PDF_TYPE = "application/pdf";

/** The custodies of a protocol, and how many the person has. `photo`: which of its two files is shown of a photo. */
interface Shown {
  readonly photo: "file" | "thumbnail";
  readonly oids: readonly number[];
  readonly total: number;
}

/** Handover protocols as PDF, to print and sign. */
export function custodyProtocolRoutes({
  storage,
  clock,
  config,
  photos: files,
}: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  const common = {
    permission: "work" as const,
    response: z.file().mime([PDF_TYPE]),
    errors: { 403: "another user's, unless Manager or Admin", 503: "too many protocols are being made" },
  };

  function custodyToShow(tenantId: number, oid: number, photo: Shown["photo"]): ShownCustody {
    const json = store.detail.signed.first(db, { tenantId, oid })?.json ?? "null";
    const custody = CustodyDetail.parse(JSON.parse(json));
    const photoOf = (photoId: number | null) => {
      const found = photoId === null ? null : findPhoto(db, tenantId, photoId);
      return found === null ? null : { path: files.path(found[photo]), ratio: found.height / found.width };
    };
    return { ...custody, photos: { start: photoOf(custody.startPhotoId), end: photoOf(custody.endPhotoId) } };
  }

  async function respond({ tenantId }: Principal, userId: number, shown: Shown, language: Locale) {
    const custodies = shown.oids.map((oid) => custodyToShow(tenantId, oid, shown.photo));
    const person = findUser(db, userId);
    const bytes = await makeProtocol(tenantId, {
      company: readCompany(db, tenantId),
      siteName: siteNameFor(db, tenantId),
      personName: person?.fullName ?? "",
      custodies,
      total: shown.total,
      language,
      timeZone: config.timeZone,
      madeDT: clock.iso(),
    });
    const fileName = `handover-${userId}.pdf`;
    return { kind: "bytes" as const, contentType: PDF_TYPE, bytes, fileName };
  }

  return [
    batch("GET", "/api/custodies/people/{userId}/protocol", {
      operationId: "getPersonProtocol",
      ...common,
      summary: "The handover protocol of all articles that a person has, as a PDF",
      description: `At most ${MAX_ARTICLES} articles, the newest first; the page says so where the person has more. Photos of the condition are small.`,
      params: { userId: pathId() },
      run({ params, language }, caller) {
        const { tenantId } = caller;
        const user = findUser(db, params.userId);
        if (user?.tenantId !== tenantId) throw new NotFound(msg("User not found."));
        if (user.oid !== caller.userId) assertPermission(caller, "manage");
        const total = store.openCount.first(db, { tenantId, userId: user.oid })?.articles ?? 0;
        const open = store.openOids.all(db, { tenantId, userId: user.oid, limit: MAX_ARTICLES });
        return respond(
          caller,
          user.oid,
          { oids: open.map(({ oid }) => oid), total, photo: "thumbnail" },
          language,
        );
      },
    }),
    batch("GET", "/api/custodies/{id}/protocol", {
      operationId: "getCustodyProtocol",
      ...common,
      summary: "The handover protocol of one custody, with the photos of the condition, as a PDF",
      params: { id: pathId() },
      run({ params, language }, caller) {
        const { oid, userId } = getCustody(db, caller.tenantId, params.id);
        if (userId !== caller.userId) assertPermission(caller, "manage");
        return respond(caller, userId, { oids: [oid], total: 1, photo: "file" }, language);
      },
    }),
  ];
}
