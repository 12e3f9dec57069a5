import { z } from "zod";
import { changeUser } from "../access/accounts/user-changes.ts";
import { email } from "../access/accounts/user-fields.ts";
import { getPersonRecord } from "../access/users/user-records.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { modeOf, NOTICE_KINDS, NOTICE_MODES, permittedKinds } from "../domain/notice-kinds.ts";
import type { Principal } from "../domain/principal.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { integer, oneOf } from "../http/endpoint/fields.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";
import type { Db } from "../storage/database/statement.ts";
import { moveDigest } from "./mails/mails.ts";
import { findChoice, saveChoice } from "./people/people.ts";
import { OwnNotices } from "./shapes.ts";
import { findMailServer } from "./smtp/mail-server.ts";

const path = "/api/me/notices";

/** What the caller wants to be told by e-mail. */
export function ownNoticeRoutes({ storage, config }: Dependencies): Endpoint[] {
  return [
    query(
      "GET",
      path,
      {
        operationId: "getOwnNotices",
        permission: "work",
        summary: "The caller's address and choice of notices",
        response: OwnNotices,
        variesByPrincipal: true,
      },
      (_, principal) => ownNotices(storage.db, principal),
    ),
    command(
      "PUT",
      path,
      {
        operationId: "updateOwnNotices",
        permission: "work",
        needsRecentLogin: true,
        summary: "Changes the caller's address and choice of notices; absent properties keep their values",
        description:
          "`kinds` names the kinds that change. A kind that the caller's roles do not permit is rejected. A person who has chosen nothing gets, as a Manager or Admin, approvals and stocktakes once a day and the others at once; as a User only `ownCustody`, which tells of overdue articles that the person has.",
        body: {
          email: email().optional(),
          digestHour: integer(0, 23).optional(),
          language: oneOf(LOCALE_CODES).nullable().optional(),
          kinds: z
            .array(z.object({ kind: oneOf(NOTICE_KINDS), mode: oneOf(NOTICE_MODES) }))
            .max(NOTICE_KINDS.length)
            .optional(),
        },
        response: OwnNotices,
        record: (tx, _, { tenantId, userId }) => ({
          change: changeOf(tx, tenantId, userId),
        }),
      },
      (tx, { body }, principal) => {
        const { tenantId, userId } = principal;
        const permitted = permittedKinds(principal);
        const refused = body.kinds?.findIndex(({ kind }) => !permitted.includes(kind)) ?? -1;
        if (refused >= 0)
          throw Invalid.field(`kinds.${refused}.kind`, msg("is not permitted for your roles"));
        if (body.email !== undefined)
          changeUser(tx, getPersonRecord(tx, tenantId, userId), { email: body.email });
        const { modes, ...before } = findChoice(tx, tenantId, userId);
        const digestHour = body.digestHour ?? before.digestHour;
        saveChoice(tx, tenantId, userId, {
          modes: { ...modes, ...Object.fromEntries(body.kinds?.map(({ kind, mode }) => [kind, mode]) ?? []) },
          digestHour,
          language: body.language === undefined ? before.language : body.language,
        });
        if (digestHour !== before.digestHour) moveDigest(tx, userId, digestHour, config.timeZone);
        return ownNotices(tx, principal);
      },
    ),
  ];
}

function ownNotices(db: Db, principal: Principal) {
  const { tenantId, userId } = principal;
  const { modes, digestHour, language } = findChoice(db, tenantId, userId);
  const kinds = permittedKinds(principal).map((kind) => ({ kind, mode: modeOf(kind, principal, modes) }));
  return {
    kind: "json" as const,
    body: {
      email: getPersonRecord(db, tenantId, userId).email,
      isEnabled: findMailServer(db) !== null,
      digestHour,
      language,
      kinds,
    },
    version: { change: changeOf(db, tenantId, userId), shown: findMailServer(db)?.change ?? 0 },
  };
}

/** The address is in the person's record, the choice in a row of its own. */
const changeOf = (db: Db, tenantId: number, userId: number) =>
  Math.max(getPersonRecord(db, tenantId, userId).change, findChoice(db, tenantId, userId).change);
