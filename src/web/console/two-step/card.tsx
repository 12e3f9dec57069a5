import { signal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type ApiRequest, call } from "../../api/call.ts";
import { onOtherUser } from "../../api/other-user.ts";
import { setSession } from "../../api/tokens.ts";
import type { OwnSecondFactor } from "../../api/types/endpoints.d.ts";
import { day, t } from "../../i18n/translate.ts";
import { canUsePasskeys } from "../../login/passkeys.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { AddApp, type Added, AddPasskey } from "./add-factor.tsx";
import { RecoveryCodes } from "./set-up.tsx";
import "./two-step.css";

/**
 * Unsaved recovery codes. They are outside of the card, because the first factor ends the old tokens: the login
 * screen may replace the card until the new ones are stored.
 */
const newCodes = signal<Pick<ComponentProps<typeof RecoveryCodes>, "codes" | "isFirst"> | null>(null);
onOtherUser(() => {
  newCodes.value = null;
});

type Adding = { readonly way: "app" | "passkey"; readonly ticket: string };

/** The second factors of the user, with actions to add and remove them. */
export function TwoStepCard() {
  const query = useLiveQuery(call("GET /api/me/second-factor"), { follows: ["users"] });
  const [adding, setAdding] = useState<Adding | null>(null);
  const codes = newCodes.value;
  const setCodes = (codes: readonly string[] | null, isFirst: boolean) => {
    newCodes.value = codes && { codes, isFirst };
  };
  const [reason, setReason] = useState("");
  const { run, problem } = useMutation({ after: query.refetch, errors: "place" });
  const add = (way: Adding["way"]) => {
    setReason("");
    return run({
      send: call("POST /api/me/second-factor/setup"),
      onDone: ({ ticket }) => setAdding({ way, ticket }),
    });
  };
  async function onAdded({ login, recoveryCodes }: Added): Promise<void> {
    setCodes(recoveryCodes, true);
    await setSession(login);
    setAdding(null);
    query.refetch();
  }
  const remove = (request: ApiRequest<null>, name: string) =>
    run({
      question: {
        title: t(msg("Remove {name}?"), { name }),
        text: t(
          msg(
            "It can't be used for your login any more. Personal devices that you paired before the oldest of your remaining second factors must be paired again.",
          ),
        ),
        action: t(REMOVE),
        isDangerous: true,
      },
      send: request,
    });
  const renewCodes = () =>
    run({
      question: {
        title: t(msg("Create new recovery codes?")),
        text: t(msg("The old codes stop working.")),
        action: t(msg("New codes")),
      },
      send: call("POST /api/me/second-factor/recovery-codes"),
      onDone: ({ recoveryCodes }) => setCodes(recoveryCodes, false),
    });
  const cancel = (why: string) => {
    setAdding(null);
    setReason(why);
  };

  return (
    <Card title={t(msg("Two-step login"))}>
      {codes !== null && <RecoveryCodes {...codes} onDone={() => setCodes(null, false)} />}
      {codes === null && adding?.way === "app" && (
        <AddApp ticket={adding.ticket} onAdded={onAdded} onCancel={cancel} />
      )}
      {codes === null && adding?.way === "passkey" && (
        <AddPasskey ticket={adding.ticket} onAdded={onAdded} onCancel={cancel} />
      )}
      {codes === null && adding === null && (
        <QueryBoundary query={query}>
          {(own) => <Factors own={own} add={add} remove={remove} renewCodes={renewCodes} />}
        </QueryBoundary>
      )}
      <Problem text={problem ?? reason} />
    </Card>
  );
}

interface FactorsProps {
  readonly own: OwnSecondFactor;
  readonly add: (way: Adding["way"]) => void;
  readonly remove: (request: ApiRequest<null>, name: string) => void;
  readonly renewCodes: () => void;
}

function Factors({ own, add, remove, renewCodes }: FactorsProps) {
  const { totp, passkeys, isRequired, recoveryCodesLeft } = own;
  const isOn = totp !== null || passkeys.length > 0;
  return (
    <>
      <p>
        {t(
          isOn
            ? msg("On: the console asks for a second factor after the password.")
            : msg("Off. Protect your account by a second factor beside the password."),
        )}
      </p>
      {!isOn && (
        <p class="muted">
          {t(
            msg(
              "Once it is on, personal devices that you paired earlier do not work until you pair them again.",
            ),
          )}
        </p>
      )}
      {isRequired && <p class="muted">{t(msg("Your role requires it."))}</p>}
      {totp && (
        <Line
          name={t(msg("Authenticator app"))}
          about={t(msg("Added {at}"), { at: day(totp.createdDT) })}
          action={t(REMOVE)}
          onAction={() => remove(call("DELETE /api/me/second-factor/totp"), t(msg("Authenticator app")))}
        />
      )}
      {passkeys.map(({ id, name, host, createdDT }) => (
        <Line
          key={id}
          name={name}
          about={t(msg("Passkey for {host}, added {at}"), { host, at: day(createdDT) })}
          action={t(REMOVE)}
          onAction={() => remove(call("DELETE /api/me/second-factor/passkeys/{id}", { id }), name)}
        />
      ))}
      {isOn && (
        <Line
          name={t(msg("Recovery codes"))}
          about={t(msg("{n, plural, one {# code} other {# codes}} left"), { n: recoveryCodesLeft })}
          action={t(msg("New codes"))}
          onAction={renewCodes}
        />
      )}
      <Toolbar class="factor-actions">
        {totp === null && <Button onClick={() => add("app")}>{t(msg("Add authenticator app"))}</Button>}
        {canUsePasskeys() && <Button onClick={() => add("passkey")}>{t(msg("Add passkey"))}</Button>}
      </Toolbar>
      {!canUsePasskeys() && (
        <p class="muted factor-hint">{t(msg("To use passkeys, open the server by its name over HTTPS."))}</p>
      )}
    </>
  );
}

interface LineProps {
  readonly name: string;
  readonly about: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Line({ name, about, action, onAction }: LineProps) {
  return (
    <div class="factor-line">
      <div>
        <p>{name}</p>
        <p class="muted">{about}</p>
      </div>
      <Button aria-label={`${action}: ${name}`} onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

const REMOVE = msg("Remove");
