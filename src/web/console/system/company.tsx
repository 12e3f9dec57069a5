import { msg } from "../../../domain/message.ts";
import { LAW_NAMES, LAWS } from "../../../domain/stocktakes/frame.ts";
import { LAW_YEARS } from "../../../domain/stocktakes/retention.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { COMPANY } from "../../../records/company.ts";
import { labelsOf } from "../../../records/record.ts";
import { call } from "../../api/call.ts";
import type { Company } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { TextField } from "../../ui/field.tsx";
import { optionsOf, Select } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import type { FormFields } from "../forms/form.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "./system-screen.tsx";

const NAMES = labelsOf(COMPANY);

/** `#/system/company`: the company, as reports of stocktakes name it. */
export function CompanyScreen() {
  const read = call("GET /api/company");
  const query = useLiveQuery(read, { follows: ["settings"] });
  // The server removes absent fields.
  const write = (changed: Partial<Company>, base: Company | null) =>
    call("PUT /api/company", { body: { ...base, ...changed } });
  const show = { law: (law: Company["law"]) => law && t(LAW_NAMES[law]) };
  const edit = useEdit<Company>({ read, write, names: NAMES, show }, query);
  return (
    <SystemScreen title={t(COMPANY.label)}>
      <p class="muted">
        {t(
          msg(
            "Reports of stocktakes name the company. With an accounting law and a balance-sheet day, the console warns of year-end stocktakes outside the time limits of that law. This is no legal advice.",
          ),
        )}
      </p>
      <QueryBoundary query={query}>
        {() => (
          <EditForm class="settings" edit={edit} onSaved={() => showSuccess(t(msg("Company saved")))}>
            {edit.fields !== null && <CompanyFields form={edit.fields} />}
          </EditForm>
        )}
      </QueryBoundary>
    </SystemScreen>
  );
}

function CompanyFields({ form }: { readonly form: FormFields<Company> }) {
  const { registrationNumber, taxNumber } = COMPANY.fields;
  const laws = optionsOf(LAW_NAMES, LAWS);
  return (
    <>
      <TextField {...form.optional("legalName")} autocomplete="organization" maxLength={MAX_TEXT_LENGTH} />
      <TextField {...form.optional("seat")} maxLength={MAX_TEXT_LENGTH} />
      <TextField {...form.optional("registrationNumber")} maxLength={registrationNumber.length} />
      <TextField {...form.optional("taxNumber")} maxLength={taxNumber.length} />
      <Select
        {...form.optional("law")}
        items={[{ value: "", label: t(msg("None", "law")) }, ...laws]}
        onValue={(chosen) => {
          const law = LAWS.find((one) => one === chosen) ?? null;
          const { retentionYears } = form.values;
          const least = law === null ? null : LAW_YEARS[law];
          form.set({ law, retentionYears: Math.max(retentionYears ?? 0, least ?? 0) || null });
        }}
      />
      <TextField
        {...form.optional("balanceSheetDay")}
        hint={t(msg("Month and day, such as {example}"), { example: "12-31" })}
      />
      <TextField
        {...form.number("retentionYears")}
        inputMode="numeric"
        onValue={(text) => form.set({ retentionYears: Number(text.replace(/\D/g, "")) || null })}
        hint={t(msg("How long closed stocktakes are kept. Those closed already keep a longer period."))}
      />
    </>
  );
}
