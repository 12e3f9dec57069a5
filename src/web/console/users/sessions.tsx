import { msg } from "../../../domain/message.ts";
import type { ApiRequest, Query } from "../../api/call.ts";
import {
  endOwnOtherSessions,
  endOwnSession,
  endUserSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from "../../api/console/users.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Session } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import "./users.css";

const EVERY_S = 30;

/** Requests for the sessions of a user, or of the current user. */
interface SessionRequests {
  readonly list: () => Query<readonly Session[]>;
  readonly end: (sessionId: number) => ApiRequest<null>;
  readonly endAll: () => ApiRequest<null>;
}

export const OWN_SESSIONS: SessionRequests = {
  list: () => listOwnSessions({ includeClient: true }),
  end: (id) => endOwnSession({ id }),
  endAll: () => endOwnOtherSessions(),
};

export const sessionsOf = (id: number): SessionRequests => ({
  list: () => listUserSessions({ id, includeClient: true }),
  end: (sessionId) => endUserSession({ id, sessionId }),
  endAll: () => endUserSessions({ id }),
});

interface SessionsProps {
  readonly of: SessionRequests;
  /** The user; null: the current one, whose own session is not ended. */
  readonly name: string | null;
}

/** The sessions of a user, with buttons to end them. */
export function Sessions({ of, name }: SessionsProps) {
  const query = useLiveQuery(of.list(), { everySeconds: EVERY_S });
  async function end(request: ApiRequest<null>, text: string): Promise<void> {
    try {
      await requestAsUser(request);
      showSuccess(text);
    } catch (error) {
      showError(problemText(error));
    }
    query.refetch();
  }
  async function endAll(): Promise<void> {
    const question =
      name === null
        ? { title: t(TEXTS.endOthers), text: t(TEXTS.endOthersText), action: t(TEXTS.endOthers) }
        : { title: t(TEXTS.endAllTitle, { name }), text: t(TEXTS.endAllText), action: t(TEXTS.endAll) };
    if (await confirm({ ...question, isDangerous: true })) await end(of.endAll(), t(TEXTS.endedAll));
  }
  return (
    <section>
      <h2 id="sessions">{t(TEXTS.title)}</h2>
      <QueryBoundary query={query} empty={TEXTS.none}>
        {(sessions) => (
          <>
            <DataTable
              caption={t(TEXTS.title)}
              columns={columns(name === null, (id) => end(of.end(id), t(TEXTS.ended)))}
              rows={sessions}
              idOf={({ id }) => id}
            />
            {sessions.some(({ isCurrent }) => name !== null || !isCurrent) && (
              <Toolbar class="below-table">
                <Button kind="danger-secondary" onClick={endAll}>
                  {t(name === null ? TEXTS.endOthers : TEXTS.endAll)}
                </Button>
              </Toolbar>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function columns(isOwn: boolean, onEnd: (id: number) => Promise<void>): readonly Column<Session>[] {
  return [
    {
      key: "device",
      title: t(TEXTS.device),
      cell: (session) => (
        <>
          <b>{placeOf(session)}</b> {session.isCurrent && <Badge tone="info">{t(TEXTS.current)}</Badge>}
        </>
      ),
    },
    { key: "created", title: t(TEXTS.created), cell: ({ createdDT }) => when(createdDT) },
    { key: "used", title: t(TEXTS.used), cell: ({ lastUsedDT }) => when(lastUsedDT) },
    {
      key: "end",
      title: t(TEXTS.login),
      // The current session ends by logging out.
      cell: (session) =>
        isOwn && session.isCurrent ? null : (
          <Button
            kind="secondary"
            aria-label={`${t(TEXTS.end)}: ${placeOf(session)}, ${when(session.createdDT)}`}
            onClick={() => onEnd(session.id)}
          >
            {t(TEXTS.end)}
          </Button>
        ),
    },
  ];
}

/** The network address and device of the login. */
function placeOf({ device, client }: Session): string {
  if (device !== null) return device.name;
  return t(client === "console" ? TEXTS.console : TEXTS.otherClient);
}

const TEXTS = {
  title: msg("Sessions"),
  none: msg("Not logged in anywhere."),
  device: msg("Device"),
  console: msg("Console"),
  otherClient: msg("Phone or another client"),
  current: msg("Current", "session"),
  created: msg("Logged in"),
  used: msg("Last used"),
  login: msg("Session"),
  end: msg("End"),
  ended: msg("Session ended."),
  endAll: msg("End all"),
  endAllTitle: msg("End all sessions of {name}?"),
  endAllText: msg(
    "This person is logged out everywhere immediately. Paired devices stay paired, and counts are kept.",
  ),
  endOthers: msg("End all others"),
  endOthersText: msg(
    "You are logged out everywhere else immediately. Paired devices stay paired, and counts are kept.",
  ),
  endedAll: msg("Sessions ended."),
};
