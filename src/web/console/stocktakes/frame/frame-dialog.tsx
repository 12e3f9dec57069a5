import { msg } from "../../../../domain/message.ts";
import {
  COMMITTEE_ROLE_NAMES,
  type CommitteeMember,
  HANDOVER_NAMES,
  HANDOVER_SIDES,
  type Handover,
  METHOD_NAMES,
  type Method,
  type NamedPerson,
  PURPOSE_NAMES,
  type Purpose,
} from "../../../../domain/stocktakes/frame.ts";
import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";
import { labelsOf } from "../../../../records/record.ts";
import { INVENTORY } from "../../../../records/stocktake.ts";
import { call } from "../../../api/call.ts";
import type { InventoryFrame, UserReference } from "../../../api/types/endpoints.d.ts";
import { today } from "../../../custody/due.tsx";
import { day, dayAndTime, t } from "../../../i18n/translate.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { choosable, type Named, usePeople } from "../../articles/names.ts";
import {
  type FieldErrors,
  type FieldOf,
  FormDialog,
  ShownRecord,
  type ShownVersion,
  useForm,
} from "../../forms/form.tsx";
import { ApprovalNotice } from "../decide/approval-notice.tsx";
import styles from "./frame.module.css";

const { purpose, decisiveDay, countBegunDT, countEndedDT, method, committee, handover } = labelsOf(INVENTORY);
/** The labels of the fields of a frame. */
export const FRAME_NAMES = { purpose, decisiveDay, countBegunDT, countEndedDT, method, committee, handover };

interface DialogProps {
  readonly inventoryId: number;
  /** Whose articles the stocktake counts: proposed as who hands over. Null: everybody's. */
  readonly person: UserReference | null;
  /** The stocktake is approved. */
  readonly isApproved: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Sets or changes the frame of a stocktake. */
export function FrameDialog(props: DialogProps) {
  const known = usePeople();
  return (
    <ShownRecord
      read={call("GET /api/inventories/{id}/frame", { id: props.inventoryId })}
      onClose={props.onClose}
    >
      {(shown) =>
        // Without the users a name would be that of a person without an account.
        shown !== null &&
        known.length > 0 && <FrameForm shown={shown} people={choosable(known, null)} {...props} />
      }
    </ShownRecord>
  );
}

interface FormProps extends DialogProps {
  readonly shown: ShownVersion<InventoryFrame>;
  /** The users to suggest; the names of namesakes have the user name. */
  readonly people: readonly Named[];
}

function FrameForm({ inventoryId: id, person, isApproved, shown, people, onClose, onDone }: FormProps) {
  const bodyOf = ({ committee, handover, countBegunDT, countEndedDT, ...frame }: Values) => ({
    ...frame,
    countBegunDT: timeOf(countBegunDT, shown.body.countBegunDT),
    countEndedDT: timeOf(countEndedDT, shown.body.countEndedDT),
    committee: committee.map(({ role, ...person }) => ({ role, ...trimmed(person) })),
    handover:
      frame.purpose === "handover" ? { from: trimmed(handover.from), to: trimmed(handover.to) } : null,
  });
  const valuesOf = (frame: InventoryFrame) => valuesWith(frame, person, people);
  const form = useForm<Values, unknown, InventoryFrame>({
    start: valuesOf(shown.body),
    labels: FRAME_NAMES,
    shown: { ...shown, valuesOf, bodyOf, describe },
    save: (values, { update }) =>
      update(call("PUT /api/inventories/{id}/frame", { id, body: bodyOf(values) })),
    onSaved: onDone,
    describeError: ({ errors, message }) =>
      errors.length > 0 ? t(msg("Check the marked fields.")) : message,
  });
  return (
    <FormDialog form={form} title={t(msg("Inventory list"))} onClose={onClose}>
      <ApprovalNotice isApproved={isApproved} />
      <Fields>
        <Select {...form.field("purpose")} items={optionsOf(PURPOSE_NAMES)} />
        <Select {...form.field("method")} items={optionsOf(METHOD_NAMES)} />
        <TextField
          {...form.optional("decisiveDay")}
          hint={t(msg("Quantities at the end of this day."))}
          type="date"
          max={today()}
        />
      </Fields>
      <Fields>
        <TextField
          {...form.optional("countBegunDT")}
          hint={t(
            msg(
              "Only if it was counted at another time than entered here. Quantities follow the times of entry.",
            ),
          )}
          type="datetime-local"
        />
        <TextField {...form.optional("countEndedDT")} type="datetime-local" />
      </Fields>
      {form.values.purpose === "handover" && (
        <Fields>
          {HANDOVER_SIDES.map((side) => (
            <TextField
              key={side}
              label={t(HANDOVER_NAMES[side])}
              list={SUGGESTIONS_ID}
              maxLength={MAX_TEXT_LENGTH}
              isRequired
              value={form.values.handover[side].name}
              problem={problemOf(form.errors, `handover.${side}`)}
              onValue={(name) =>
                form.set({ handover: { ...form.values.handover, [side]: typedPerson(name, people) } })
              }
            />
          ))}
        </Fields>
      )}
      <CommitteeFields {...form.field("committee")} errors={form.errors} people={people} />
    </FormDialog>
  );
}

/** The error of a person. */
const problemOf = (errors: FieldErrors, path: string) =>
  errors[path] ?? errors[`${path}.name`] ?? errors[`${path}.userId`];

interface CommitteeProps extends FieldOf<readonly CommitteeMember[]> {
  readonly errors: FieldErrors;
  readonly people: readonly Named[];
}

const SUGGESTIONS_ID = "committee-users";

/** The persons of a stocktake: users, or others by their name. */
function CommitteeFields({ label, value: members, problem, errors, people, onValue }: CommitteeProps) {
  const change = (at: number, changed: Partial<CommitteeMember>) =>
    onValue(members.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  const add = () =>
    onValue([...members, { role: members.length === 0 ? "chair" : "member", userId: null, name: "" }]);
  return (
    <>
      <h3 class={styles["title"]}>{label}</h3>
      <p class="muted">
        {t(msg("Users, or other persons by their name. The report has a place for the signature of each."))}
      </p>
      {members.map(({ role, name }, at) => (
        <fieldset key={at} class={styles["person"]} aria-label={t(msg("Person {n}"), { n: at + 1 })}>
          <Select
            label={t(msg("Role"))}
            isLabelHidden={at > 0}
            items={optionsOf(COMMITTEE_ROLE_NAMES)}
            value={role}
            problem={errors[`committee.${at}.role`]}
            onValue={(chosen) => change(at, { role: chosen })}
          />
          <TextField
            label={t(msg("Person"))}
            isLabelHidden={at > 0}
            list={SUGGESTIONS_ID}
            maxLength={MAX_TEXT_LENGTH}
            value={name}
            problem={problemOf(errors, `committee.${at}`)}
            onValue={(typed) => change(at, typedPerson(typed, people))}
          />
          <IconButton
            icon="cross"
            label={t(msg("Remove person {n}"), { n: at + 1 })}
            onClick={() => onValue(members.filter((_, index) => index !== at))}
          />
        </fieldset>
      ))}
      <datalist id={SUGGESTIONS_ID}>
        {people.map(({ oid, name }) => (
          <option key={oid} value={name} />
        ))}
      </datalist>
      {problem !== undefined && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      <Button class={`${styles["add"]}`} onClick={add}>
        {t(msg("Add person"))}
      </Button>
    </>
  );
}

interface Values {
  readonly purpose: Purpose;
  readonly decisiveDay: string | null;
  /** As the browser has them: in its time zone, to the minute. */
  readonly countBegunDT: string | null;
  readonly countEndedDT: string | null;
  readonly method: Method;
  readonly committee: readonly CommitteeMember[];
  /** Sent for that purpose only. */
  readonly handover: Handover;
}

/** Who is named by a typed name: the user whose suggestion it is, or somebody without an account. */
const typedPerson = (name: string, people: readonly Named[]): NamedPerson => ({
  userId: people.find((one) => one.name === name.trim())?.oid ?? null,
  name,
});

const trimmed = ({ userId, name }: NamedPerson) => ({ userId, name: name.trim() || null });

const NOBODY: NamedPerson = { userId: null, name: "" };

/** A named person as the field shows it: a user by the suggestion, which tells namesakes apart. */
const shownPerson = <P extends NamedPerson>(person: P, people: readonly Named[]): P => ({
  ...person,
  name: people.find(({ oid }) => oid === person.userId)?.name ?? person.name,
});

/** The form of a frame; without one, the usual values. `person`: who hands over, where nobody is named. */
const valuesWith = (
  { purpose, decisiveDay, countBegunDT, countEndedDT, method, committee, handover }: InventoryFrame,
  person: UserReference | null,
  people: readonly Named[],
): Values => ({
  purpose: purpose ?? "yearEnd",
  decisiveDay,
  countBegunDT: countBegunDT && localTime(countBegunDT),
  countEndedDT: countEndedDT && localTime(countEndedDT),
  method: method ?? "physical",
  committee: committee.map((one) => shownPerson(one, people)),
  handover: {
    from: shownPerson(
      handover?.from ?? (person === null ? NOBODY : { userId: person.id, name: person.fullName }),
      people,
    ),
    to: shownPerson(handover?.to ?? NOBODY, people),
  },
});

// Swedish times have the form of the field, but for the space.
const LOCAL = new Intl.DateTimeFormat("sv-SE", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});
const localTime = (iso: string) => LOCAL.format(new Date(iso)).replace(" ", "T");
/** The time of a field. One that was not changed keeps its seconds, and its side of the end of summer time. */
const timeOf = (local: string | null, stored: string | null): string | null =>
  local === (stored && localTime(stored)) ? stored : local && new Date(local).toISOString();

const describe = ({
  purpose,
  decisiveDay,
  countBegunDT,
  countEndedDT,
  method,
  committee,
  handover,
}: Values) =>
  [
    [t(FRAME_NAMES.purpose), t(PURPOSE_NAMES[purpose])],
    [t(FRAME_NAMES.decisiveDay), decisiveDay === null ? "" : day(decisiveDay)],
    [t(FRAME_NAMES.countBegunDT), countBegunDT === null ? "" : dayAndTime(countBegunDT)],
    [t(FRAME_NAMES.countEndedDT), countEndedDT === null ? "" : dayAndTime(countEndedDT)],
    [t(FRAME_NAMES.method), t(METHOD_NAMES[method])],
    [
      t(FRAME_NAMES.committee),
      committee.map(({ role, name }) => `${t(COMMITTEE_ROLE_NAMES[role])}: ${name}`).join(", "),
    ],
    ...HANDOVER_SIDES.map((side) => [t(HANDOVER_NAMES[side]), handover[side].name] as const),
  ] as const;
