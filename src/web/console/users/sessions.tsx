import { msg } from "../../../domain/message.ts";
import { type ApiRequest, call, type Query } from "../../api/call.ts";
import type { Session } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { MutationButton } from "../forms/mutation.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import "./users.css";

/** Requests for the sessions of a user, or of the current user. */
interface SessionRequests {
  readonly list: () => Query<readonly Session[]>;
  readonly end: (sessionId: number) => ApiRequest<null>;
  readonly endAll: () => ApiRequest<null>;
}

export const OWN_SESSIONS: SessionRequests = {
  list: () => call("GET /api/me/sessions", { includeClient: true }),
  end: (id) => call("DELETE /api/me/sessions/{id}", { id }),
  endAll: () => call("DELETE /api/me/sessions"),
};

export const sessionsOf = (id: number): SessionRequests => ({
  list: () => call("GET /api/users/{id}/sessions", { id, includeClient: true }),
  end: (sessionId) => call("DELETE /api/users/{id}/sessions/{sessionId}", { id, sessionId }),
  endAll: () => call("DELETE /api/users/{id}/sessions", { id }),
});

interface SessionsProps {
  readonly of: SessionRequests;
  /** The user; null: the current one, whose own session is not ended. */
  readonly name: string | null;
}

/** The sessions of a user, with buttons to end them. */
export function Sessions({ of, name }: SessionsProps) {
  const query = useLiveQuery(of.list(), { everySeconds: 30 });
  return (
    <section>
      <h2 id="sessions">{t(msg("Sessions"))}</h2>
      <QueryBoundary query={query} empty={msg("Not logged in anywhere.")}>
        {(sessions) => (
          <>
            <DataTable
              caption={t(msg("Sessions"))}
              columns={columns(name === null, of, query.refetch)}
              rows={sessions}
              idOf={({ id }) => id}
            />
            {sessions.some(({ isCurrent }) => name !== null || !isCurrent) && (
              <Toolbar class="below-table">
                <MutationButton
                  kind="danger-secondary"
                  change={() => ({
                    question: { ...endAllQuestion(name), isDangerous: true },
                    send: of.endAll(),
                    done: t(msg("Sessions ended.")),
                  })}
                  after={query.refetch}
                >
                  {t(name === null ? END_OTHERS : msg("End all"))}
                </MutationButton>
              </Toolbar>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

const endAllQuestion = (name: string | null) =>
  name === null
    ? {
        title: t(END_OTHERS),
        text: t(
          msg(
            "You are logged out everywhere else immediately. Paired devices stay paired, and counts are kept.",
          ),
        ),
        action: t(END_OTHERS),
      }
    : {
        title: t(msg("End all sessions of {name}?"), { name }),
        text: t(
          msg(
            "This person is logged out everywhere immediately. Paired devices stay paired, and counts are kept.",
          ),
        ),
        action: t(msg("End all")),
      };

function columns(isOwn: boolean, of: SessionRequests, refetch: () => void): readonly Column<Session>[] {
  return [
    {
      title: t(msg("Device")),
      cell: (session) => (
        <>
          <b>{placeOf(session)}</b>{" "}
          {session.isCurrent && <Badge tone="info">{t(msg("Current", "session"))}</Badge>}
        </>
      ),
    },
    { title: t(msg("Logged in")), cell: ({ createdDT }) => when(createdDT) },
    { title: t(msg("Last used")), cell: ({ lastUsedDT }) => when(lastUsedDT) },
    {
      title: t(msg("Session")),
      // The current session ends by logging out.
      cell: (session) =>
        isOwn && session.isCurrent ? null : (
          <MutationButton
            aria-label={`${t(msg("End"))}: ${placeOf(session)}, ${when(session.createdDT)}`}
            change={() => ({ send: of.end(session.id), done: t(msg("Session ended.")) })}
            after={refetch}
          >
            {t(msg("End"))}
          </MutationButton>
        ),
    },
  ];
}

/** The network address and device of the login. */
function placeOf({ device, client }: Session): string {
  if (device !== null) return device.name;
  return t(client === "console" ? msg("Console") : msg("Phone or another client"));
}

const END_OTHERS = msg("End all others");
