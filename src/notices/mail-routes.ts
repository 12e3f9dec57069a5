import { z } from "zod";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId } from "../http/endpoint/fields.ts";
import type { Locale } from "../i18n/locales.ts";
import { discard, sendAgain, undelivered } from "./mails/mails.ts";
import * as store from "./mails/store.ts";
import { type NoticeMail, NoticeMails } from "./shapes.ts";

const path = "/api/notices/mails";
const MAX_LISTED = 100;

/** The e-mails that could not be delivered, for Admins. */
export function noticeMailRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query(
      "GET",
      path,
      {
        operationId: "listNoticeMails",
        permission: "administer",
        summary: "E-mails of notices that could not be delivered",
        description:
          "`mails` are those of the tenant. For Admins of the server, `waiting` and `failingSince` cover the waiting e-mails of all tenants.",
        response: NoticeMails,
        variesByPrincipal: true,
      },
      ({ language }, principal) => {
        const { tenantId } = principal;
        const rows = store.problems.all(storage.db, { tenantId, max: MAX_LISTED });
        const numbers = undelivered(storage.db, tenantId, may(principal, "server"));
        return { kind: "json", body: { ...numbers, mails: rows.map((row) => shown(row, language)) } };
      },
    ),
    command(
      "PUT",
      `${path}/{id}/retry`,
      {
        operationId: "retryNoticeMail",
        permission: "administer",
        summary: "Tries to send an e-mail again, for three days from now",
        description:
          "It has the same Message-ID: where it was delivered nevertheless, mail programs show it once.",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
      },
      (tx, { params }, { tenantId }) => {
        sendAgain(tx, tenantId, params.id);
        return { kind: "empty" };
      },
    ),
    command(
      "DELETE",
      `${path}/{id}`,
      {
        operationId: "deleteNoticeMail",
        permission: "administer",
        summary: "Removes an e-mail that could not be delivered",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
      },
      (tx, { params }, { tenantId }) => {
        discard(tx, tenantId, params.id);
        return { kind: "empty" };
      },
    ),
  ];
}

type Row = ReturnType<typeof store.problems.all>[number];
const Texts = z.record(z.string(), z.string());

function shown({ userId, fullName, state, dueDT, lastError, ...row }: Row, language: Locale): NoticeMail {
  const texts = lastError === null ? {} : Texts.parse(JSON.parse(lastError));
  return {
    ...row,
    state: state === "failed" ? "failed" : "waiting",
    user: { id: userId, fullName },
    nextTryDT: state === "failed" ? null : dueDT,
    problem: texts[language] ?? texts["en"] ?? null,
  };
}
