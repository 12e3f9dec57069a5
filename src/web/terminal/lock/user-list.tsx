import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { t } from "../../i18n/translate.ts";
import { inOrder, people, recentUserIds, SEARCH_FROM } from "../../login/known-users.ts";
import type { Person } from "../../login/log-in.ts";
import { TextField } from "../../ui/text-field.tsx";
import { isCurrentUser } from "./pin-login.ts";

/** A tile for each user who can log in. */
export function UserList({ onChoose }: { readonly onChoose: (person: Person) => void }) {
  const [query, setQuery] = useState("");
  const all = people.value;
  if (all === null) return <NoUsers />;
  const shown = inOrder(all, recentUserIds.value, query);
  return (
    <>
      {all.length >= SEARCH_FROM && (
        <TextField type="search" words={t(TEXTS.search)} value={query} onValue={setQuery} />
      )}
      <ul class="tiles">
        {shown.map((person) => (
          <li key={person.id}>
            <button type="button" class="second" onClick={() => onChoose(person)}>
              <span>{person.fullName}</span>
              {isCurrentUser(person) && <small>{t(TEXTS.here)}</small>}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p role="status">{t(TEXTS.nobody)}</p>}
    </>
  );
}

function NoUsers() {
  if (connection.value !== "away") return <p class="quiet">{t(TEXTS.asking)}</p>;
  return <p class="note is-warning">{t(TEXTS.away)}</p>;
}

const TEXTS = {
  search: msg("Search by name"),
  here: msg("last used here"),
  nobody: msg("No matching names."),
  asking: msg("Loading users…"),
  away: msg(
    "The server is not responding, so nobody can log in yet. Check the Wi-Fi. This page continues by itself.",
  ),
};
