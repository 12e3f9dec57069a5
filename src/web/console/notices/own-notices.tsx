import { MAX_EMAIL_LENGTH } from "../../../domain/email-address.ts";
import { type Message, msg } from "../../../domain/message.ts";
import {
  NOTICE_KINDS,
  NOTICE_MODES,
  type NoticeKind,
  type NoticeMode,
} from "../../../domain/notice-kinds.ts";
import { LOCALE_CODES, LOCALES } from "../../../i18n/locales.ts";
import { call } from "../../api/call.ts";
import type { OwnNotices as Given } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

type Values = Pick<Given, "email" | "language" | "digestHour"> & Partial<Record<NoticeKind, NoticeMode>>;

/** The user's own address, and what is sent to it. */
export function OwnNotices() {
  const query = useLiveQuery(call("GET /api/me/notices"), { follows: ["users", "settings"] });
  return (
    <section aria-labelledby="own-notices">
      <h2 id="own-notices">{t(msg("Notices"))}</h2>
      <QueryBoundary query={query}>{(given) => <Form query={query} given={given} />}</QueryBoundary>
    </section>
  );
}

function write({ email, language, digestHour, ...modes }: Partial<Values>) {
  const kinds = (Object.entries(modes) as [NoticeKind, NoticeMode][]).map(([kind, mode]) => ({ kind, mode }));
  return call("PUT /api/me/notices", {
    body: {
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
      ...(digestHour !== undefined && { digestHour }),
      ...(kinds.length > 0 && { kinds }),
    },
  });
}

const valuesOf = ({ email, language, digestHour, kinds }: Given): Values => ({
  email,
  language,
  digestHour,
  ...Object.fromEntries(kinds.map(({ kind, mode }) => [kind, mode])),
});

function Form({ query, given }: { readonly query: LiveQuery<Given>; readonly given: Given }) {
  const edit = useEdit<Values, Given>(
    { read: call("GET /api/me/notices"), write, names: NAMES, show: SHOWN },
    query,
    valuesOf,
  );
  const { fields } = edit;
  if (fields === null) return null;
  const { values, set } = fields;
  const languages = LOCALE_CODES.map((value) => ({ value, label: languageName(value) }));
  return (
    <EditForm edit={edit} onSaved={() => showSuccess(t(msg("Notices saved")))}>
      {!given.isEnabled && (
        <Banner>{t(msg("This server has no mail server yet, so no notices are sent."))}</Banner>
      )}
      <Fields>
        <TextField
          {...fields.optional("email")}
          hint={t(msg("Notices go to this address. Empty: none."))}
          type="email"
          autocomplete="email"
          spellcheck={false}
          maxLength={MAX_EMAIL_LENGTH}
        />
        <Select
          {...fields.number("digestHour")}
          hint={t(msg("In the time zone of the site."))}
          items={HOURS}
        />
        <Select
          {...fields.optional("language")}
          items={[{ value: "", label: languageName(null) }, ...languages]}
        />
      </Fields>
      <Fields>
        {given.kinds.map(({ kind }) => (
          <Select
            key={kind}
            label={t(NAMES[kind])}
            items={NOTICE_MODES.map((value) => ({ value, label: t(MODES[value]) }))}
            value={values[kind] ?? "off"}
            onValue={(value) => set({ [kind]: value })}
          />
        ))}
      </Fields>
    </EditForm>
  );
}

const languageName = (code: Values["language"]) =>
  code === null ? t(msg("Language of the site")) : LOCALES[code].name;
const hourName = (hour: number) => `${hour}:00`;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }));

const MODES: Readonly<Record<NoticeMode, Message>> = {
  off: msg("Off", "notices"),
  atOnce: msg("At once"),
  digest: msg("Once a day"),
};
const NAMES = {
  email: msg("E-mail"),
  approvals: msg("Requests that wait for approval"),
  stocktakes: msg("Closed stocktakes, skipped count plans"),
  printers: msg("Printers that do not print"),
  logins: msg("Many wrong PINs and passwords of one person"),
  backup: msg("Overdue backups, damaged data, standby away, unsealed records"),
  certificate: msg("Expiring certificate"),
  disk: msg("Full disk"),
  upgrade: msg("Failed upgrades"),
  custody: msg("Overdue articles, and hand-overs that were not recorded"),
  ownCustody: msg("Articles that I have and that are overdue"),
  refill: msg("Stock below its minimum"),
  digestHour: msg("Once a day at"),
  language: msg("Language of the e-mails"),
};

/** How the values are shown that are not texts. */
const SHOWN = {
  ...Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, (mode: NoticeMode) => t(MODES[mode])])),
  digestHour: hourName,
  language: languageName,
};
