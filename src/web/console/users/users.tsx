import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { roleNames } from "./role-texts.ts";
import { USER_TEXTS } from "./user-fields.tsx";

/** All users, including inactive ones. */
export function UsersScreen() {
  const list = useList({
    filters: { q: { kind: "search", label: t(msg("Name or user name")) } },
    request: (filters) => call("GET /api/users", filters),
    follows: ["users"],
  });
  return (
    <ListScreen
      title={t(msg("People and devices"))}
      actions={<UserActions />}
      list={list}
      summary={list.rows !== null && <Counts people={list.rows} />}
      columns={columns()}
      hrefOf={({ oid }) => `#/people/${oid}`}
      empty={{ icon: "person", title: t(msg("No people yet")) }}
    />
  );
}

function UserActions() {
  return (
    <>
      <ButtonLink href="#/people/devices">{t(msg("Paired devices"))}</ButtonLink>
      <ButtonLink href="#/people/service-accounts">{t(msg("Service accounts"))}</ButtonLink>
      <ButtonLink href="#/people/webhooks">{t(msg("Webhooks"))}</ButtonLink>
      <ButtonLink href="#/people/pair">{t(msg("Pair a device"))}</ButtonLink>
      <ButtonLink kind="primary" href="#/people/new">
        {t(msg("Add a person"))}
      </ButtonLink>
    </>
  );
}

function Counts({ people }: { readonly people: readonly SiteUser[] }) {
  return (
    <p class="muted">
      {t(msg("{n, plural, one {# person,} other {# people,}} {active} active"), {
        n: people.length,
        active: people.filter(({ isActive }) => isActive).length,
      })}
    </p>
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
    { title: t(msg("Name", "person")), cell: ({ fullName }) => fullName },
    { title: t(USER_TEXTS.userName), cell: ({ userName }) => userName },
    { title: t(USER_TEXTS.roles), cell: ({ roles }) => roleNames(roles) },
    {
      title: t(msg("Account")),
      cell: ({ isActive }) =>
        isActive ? (
          <Badge tone="success">{t(msg("Active"))}</Badge>
        ) : (
          <Badge tone="muted">{t(msg("Inactive"))}</Badge>
        ),
    },
    { title: t(msg("Password")), cell: ({ hasPassword }) => yes(hasPassword) },
    { title: t(msg("PIN")), cell: ({ hasPin }) => yes(hasPin) },
  ];
}
