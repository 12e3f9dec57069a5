import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { session } from "../../api/tokens.ts";
import type { ChangedUser, SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { Screen } from "../layout/screen.tsx";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { lockText, UnlockButton, useLoginAlarm } from "./attention.tsx";
import { personalOf, stoppingWith } from "./live-devices.ts";
import { roleNames } from "./role-texts.ts";
import { Sessions, sessionsOf } from "./sessions.tsx";
import { LinkToUsers, USER_TEXTS, UserFields, type UserValues } from "./user-fields.tsx";
import { UserSecrets } from "./user-secrets.tsx";
import "./users.css";
import { putTagged } from "../forms/guarded-requests.ts";
import { eventData } from "../realtime/live.ts";

/** One user: names, roles, secrets, and whether the account is active. */
export function UserScreen({ id = "" }: Readonly<Record<string, string>>) {
  const read = call("GET /api/users/{id}", { id: Number(id) });
  const query = useLiveQuery<ChangedUser>(read, { follows: ["users"] });
  return (
    <Screen title={query.body?.fullName ?? t(msg("Person"))} above={<LinkToUsers />}>
      <QueryBoundary query={query}>
        {(person) => (
          <>
            <Locks userId={person.oid} />
            <PersonForm id={Number(id)} query={query} />
            {/* The form of one user is not reused for another. */}
            <Cards key={person.oid}>
              {person.oid === session.value?.user.id ? (
                <Own />
              ) : (
                <>
                  <UserSecrets kind="password" person={person} query={query} />
                  <UserSecrets kind="pin" person={person} query={query} />
                  <UserTwoStep person={person} query={query} />
                </>
              )}
              <Account person={person} query={query} />
              <UserArticles userId={person.oid} />
            </Cards>
            {person.oid !== session.value?.user.id && (
              <Sessions key={person.oid} of={sessionsOf(person.oid)} name={person.fullName} />
            )}
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

/** The locks of a user's PIN and password, with a button to unlock them. */
function Locks({ userId }: { readonly userId: number }) {
  const alarm = useLoginAlarm();
  const locks = (alarm.body?.locks ?? []).filter(({ user }) => user.id === userId);
  const [first] = locks;
  if (first === undefined) return null;
  return (
    <Banner tone="warning" role="status">
      {locks.map((lock) => (
        <p key={`${lock.secret} ${lock.where} ${lock.device?.id}`}>{lockText(lock)}</p>
      ))}
      <UnlockButton user={first.user} query={alarm} />
    </Banner>
  );
}

function PersonForm({ id, query }: { readonly id: number; readonly query: LiveQuery<ChangedUser> }) {
  const write = (body: Partial<UserValues>) => call("PUT /api/users/{id}", { id, body });
  const edit = useEdit<UserValues, SiteUser>(
    {
      read: call("GET /api/users/{id}", { id }),
      write,
      names: USER_TEXTS,
      show: { roles: roleNames },
      isPart: true,
    },
    query,
  );
  return (
    <EditForm edit={edit} onSaved={() => showSuccess(t(msg("Saved.")))}>
      {edit.fields !== null && <UserFields form={edit.fields} />}
    </EditForm>
  );
}

/** A user changes their own secrets with the old ones. Setting them here would end the current login. */
function Own() {
  return (
    <Card title={t(msg("Your password and PIN"))}>
      <p>
        <a href="#/me">{t(msg("Change them on your profile page"))}</a>
      </p>
    </Card>
  );
}

/** A link to the articles that a person has. */
function UserArticles({ userId }: { readonly userId: number }) {
  return (
    <Card title={t(msg("Handed-out articles"))}>
      <p>
        <a href={`#${addressOf("/custody", { userId })}`}>
          {t(msg("What this person has, with the handover protocol"))}
        </a>
      </p>
    </Card>
  );
}

interface PersonProps {
  readonly person: SiteUser;
  readonly query: LiveQuery<SiteUser>;
}

/** The two-step login of a user, with the removal of lost second factors. */
function UserTwoStep({ person, query }: PersonProps) {
  const { run, problem } = useMutation({ after: query.refetch, errors: "place" });
  const { oid, fullName: name, hasSecondFactor } = person;
  const reset = () =>
    run({
      question: {
        title: t(msg("Reset the two-step login of {name}?"), { name }),
        text: t(
          msg(
            "Do this when the person has lost the app, passkeys and recovery codes. They are all removed, and the person is logged out everywhere. Once a new second factor is set up, personal devices have to be paired again.",
          ),
        ),
        action: t(msg("Reset two-step login")),
        isDangerous: true,
      },
      send: call("DELETE /api/users/{id}/second-factor", { id: oid }),
      done: t(msg("Two-step login of {name} was reset."), { name }),
    });
  return (
    <Card title={t(msg("Two-step login"))}>
      <p>{t(hasSecondFactor ? msg("A second factor is set up.") : msg("No second factor is set up."))}</p>
      {hasSecondFactor && (
        <p class="muted">{t(msg("Personal devices from before it work only once they are paired again."))}</p>
      )}
      <Problem text={problem} />
      {hasSecondFactor && (
        <Toolbar>
          <Button onClick={reset}>{t(msg("Reset two-step login"))}</Button>
        </Toolbar>
      )}
    </Card>
  );
}

/** Activates or deactivates a user. */
function Account({ person, query }: PersonProps) {
  const { run, problem } = useMutation({ after: query.refetch, errors: "place" });
  const { oid, fullName: name, isActive } = person;
  const devices = eventData.devices.value ?? [];

  const put = (next: boolean, tag: string | null) =>
    putTagged(call("PUT /api/users/{id}", { id: oid, body: { isActive: next } }), tag);
  const activation = (tag: string | null): Change => ({
    send: () => put(true, tag),
    done: t(msg("{name} reactivated."), { name }),
  });
  const deactivate = () => {
    const { length: n } = stoppingWith(oid, devices);
    const stopping = t(
      msg(
        "{n, plural, one {# paired device stops} other {# paired devices stop}} working until the account is active again.",
      ),
      { n },
    );
    return run({
      question: {
        title: t(msg("Deactivate {name}?"), { name }),
        text: [
          t(msg("{name} is logged out everywhere immediately."), { name }),
          ...(n === 0 ? [] : [stopping]),
          t(msg("Counts are kept.")),
        ].join(" "),
        action: t(msg("Deactivate")),
        isDangerous: true,
      },
      send: () => put(false, query.tag),
      done: t(msg("{name} deactivated."), { name }),
      // Only this change: later changes of other users are kept.
      undo: ({ tag }) => activation(tag),
    });
  };

  return (
    <Card title={t(msg("Account"))}>
      <p>
        {t(
          isActive
            ? msg("The account is active.")
            : msg("The account is inactive: this person can't log in, and their paired devices don't work."),
        )}
      </p>
      <p class="muted">
        {t(msg("{n, plural, one {# paired device} other {# paired devices}}"), {
          n: personalOf(oid, devices).length,
        })}
      </p>
      <Problem text={problem} />
      <Toolbar>
        {isActive ? (
          <Button kind="danger-secondary" onClick={deactivate}>
            {t(msg("Deactivate"))}
          </Button>
        ) : (
          <Button kind="primary" onClick={() => run(activation(query.tag))}>
            {t(msg("Reactivate"))}
          </Button>
        )}
        <ButtonLink href={`#/people/pair?user=${oid}`}>{t(msg("Pair a device"))}</ButtonLink>
      </Toolbar>
    </Card>
  );
}
