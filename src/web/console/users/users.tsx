import { msg } from "../../../domain/message.ts";
import { listUsers } from "../../api/console/users.ts";
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
  const result = useLiveQuery(listUsers({ q: q || undefined }), {
    follows: ["users"],
  });
  return (
    <Screen title={t(TEXTS.title)} actions={<UserActions />}>
      <form class="user-search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          type="search"
          label={t(TEXTS.find)}
          value={q}
          onValue={(value) => changeQuery({ q: value }, { replace: true })}
        />
      </form>
      <QueryBoundary query={result} empty={TEXTS.none}>
        {(people) => <PeopleTable people={people} isWhole={query.has("all")} />}
      </QueryBoundary>
    </Screen>
  );
}

function UserActions() {
  return (
    <>
      <ButtonLink kind="secondary" href="#/people/devices">
        {t(TEXTS.devices)}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/service-accounts">
        {t(TEXTS.programs)}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/webhooks">
        {t(TEXTS.webhooks)}
      </ButtonLink>
      <ButtonLink kind="secondary" href="#/people/pair">
        {t(TEXTS.pair)}
      </ButtonLink>
      <ButtonLink href="#/people/new">{t(TEXTS.add)}</ButtonLink>
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
        {t(TEXTS.count, { n: people.length, active: people.filter(({ isActive }) => isActive).length })}
      </p>
      <DataTable
        caption={t(TEXTS.title)}
        columns={columns()}
        rows={shown}
        idOf={({ oid }) => oid}
        hrefOf={({ oid }) => `#/people/${oid}`}
      />
      {shown.length < people.length && (
        <Button kind="secondary" onClick={() => changeQuery({ all: "yes" })}>
          {t(TEXTS.all, { n: people.length })}
        </Button>
      )}
    </>
  );
}

function Yes() {
  return (
    <>
      <Icon name="there" size={16} />
      <span class="sr-only">{t(TEXTS.yes)}</span>
    </>
  );
}

function columns(): readonly Column<SiteUser>[] {
  const yes = (is: boolean) => (is ? <Yes /> : "–");
  return [
    { key: "name", title: t(TEXTS.name), cell: ({ fullName }) => fullName },
    { key: "userName", title: t(USER_TEXTS.userName), cell: ({ userName }) => userName },
    {
      key: "roles",
      title: t(USER_TEXTS.roles),
      cell: ({ roles }) => roleNames(roles),
    },
    {
      key: "active",
      title: t(TEXTS.account),
      cell: ({ isActive }) =>
        isActive ? (
          <Badge tone="success">{t(TEXTS.active)}</Badge>
        ) : (
          <Badge tone="muted">{t(TEXTS.inactive)}</Badge>
        ),
    },
    { key: "password", title: t(TEXTS.password), cell: ({ hasPassword }) => yes(hasPassword) },
    { key: "pin", title: t(TEXTS.pin), cell: ({ hasPin }) => yes(hasPin) },
  ];
}

const TEXTS = {
  title: msg("People and devices"),
  programs: msg("Service accounts"),
  webhooks: msg("Webhooks"),
  devices: msg("Paired devices"),
  pair: msg("Pair a device"),
  add: msg("Add a person"),
  find: msg("Name or user name"),
  none: msg("No matching people."),
  count: msg("{n, plural, one {# person,} other {# people,}} {active} active"),
  all: msg("Show all {n}"),
  name: msg("Name", "person"),
  account: msg("Account"),
  active: msg("Active"),
  inactive: msg("Inactive"),
  password: msg("Password"),
  pin: msg("PIN"),
  yes: msg("yes"),
};
