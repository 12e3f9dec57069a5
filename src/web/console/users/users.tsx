import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { roleNames } from "./role-texts.ts";
import { USER_TEXTS } from "./user-fields.tsx";
import "./users.css";

/** The number of rows before *Show all*. */
const FIRST_ROWS = 300;

/** All users, including inactive ones. */
export function UsersScreen() {
  const query = addressQuery();
  const q = query.get("q") ?? "";
  const result = useLiveQuery(call("GET /api/users", { q: q || undefined }), {
    follows: ["users"],
  });
  return (
    <Screen title={t(msg("People and devices"))} actions={<UserActions />}>
      <form class="user-search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          type="search"
          label={t(msg("Name or user name"))}
          value={q}
          onValue={(value) => changeQuery({ q: value }, { replace: true })}
        />
      </form>
      <QueryBoundary query={result} empty={msg("No matching people.")}>
        {(people) => <PeopleTable people={people} isWhole={query.has("all")} />}
      </QueryBoundary>
    </Screen>
  );
}

function UserActions() {
  return (
    <>
      <ButtonLink kind="secondary" href="#/people/devices">
        {t(msg("Paired devices"))}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/service-accounts">
        {t(msg("Service accounts"))}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/webhooks">
        {t(msg("Webhooks"))}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/pair">
        {t(msg("Pair a device"))}
      </ButtonLink>
      <ButtonLink href="#/people/new">{t(msg("Add a person"))}</ButtonLink>
    </>
  );
}

function PeopleTable({
  people,
  isWhole,
}: {
  readonly people: readonly SiteUser[];
  readonly isWhole: boolean;
}) {
  const shown = isWhole ? people : people.slice(0, FIRST_ROWS);
  return (
    <>
      <p class="muted">
        {t(msg("{n, plural, one {# person,} other {# people,}} {active} active"), {
          n: people.length,
          active: people.filter(({ isActive }) => isActive).length,
        })}
      </p>
      <DataTable
        caption={t(msg("People and devices"))}
        columns={columns()}
        rows={shown}
        idOf={({ oid }) => oid}
        hrefOf={({ oid }) => `#/people/${oid}`}
      />
      {shown.length < people.length && (
        <Button kind="secondary" onClick={() => changeQuery({ all: "yes" })}>
          {t(msg("Show all {n}"), { n: people.length })}
        </Button>
      )}
    </>
  );
}

function Yes() {
  return (
    <>
      <Icon name="there" size={16} />
      <span class="sr-only">{t(msg("yes"))}</span>
    </>
  );
}

function columns(): readonly Column<SiteUser>[] {
  const yes = (is: boolean) => (is ? <Yes /> : "–");
  return [
    { key: "name", title: t(msg("Name", "person")), cell: ({ fullName }) => fullName },
    { key: "userName", title: t(USER_TEXTS.userName), cell: ({ userName }) => userName },
    {
      key: "roles",
      title: t(USER_TEXTS.roles),
      cell: ({ roles }) => roleNames(roles),
    },
    {
      key: "active",
      title: t(msg("Account")),
      cell: ({ isActive }) =>
        isActive ? (
          <Badge tone="success">{t(msg("Active"))}</Badge>
        ) : (
          <Badge tone="muted">{t(msg("Inactive"))}</Badge>
        ),
    },
    { key: "password", title: t(msg("Password")), cell: ({ hasPassword }) => yes(hasPassword) },
    { key: "pin", title: t(msg("PIN")), cell: ({ hasPin }) => yes(hasPin) },
  ];
}
