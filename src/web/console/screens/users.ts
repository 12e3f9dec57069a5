import type { Screen } from "../../router/lazy-screens.ts";
import { MeScreen } from "../login/me.tsx";
import { ServiceAccountsScreen } from "../service-accounts/service-accounts.tsx";
import { ConfirmRestoreScreen } from "../users/confirm-restore.tsx";
import { DevicesScreen } from "../users/devices.tsx";
import { NewUserScreen } from "../users/new-user.tsx";
import { PairScreen } from "../users/pair.tsx";
import { UserScreen } from "../users/user.tsx";
import { UsersScreen } from "../users/users.tsx";
import { DeliveriesScreen } from "../webhooks/deliveries.tsx";
import { WebhooksScreen } from "../webhooks/webhooks.tsx";

/** Users, paired devices, and the user's own account. */
export const SCREENS: readonly Screen[] = [
  { path: "/me", needs: "user", show: MeScreen },
  { path: "/people", needs: "user", may: "administer", show: UsersScreen },
  { path: "/people/new", needs: "user", may: "administer", show: NewUserScreen },
  { path: "/people/devices", needs: "user", may: "administer", show: DevicesScreen },
  { path: "/people/pair", needs: "user", may: "administer", show: PairScreen },
  { path: "/people/service-accounts", needs: "user", may: "administer", show: ServiceAccountsScreen },
  { path: "/people/webhooks", needs: "user", may: "administer", show: WebhooksScreen },
  { path: "/people/webhooks/:id", needs: "user", may: "administer", show: DeliveriesScreen },
  { path: "/people/confirm", needs: "user", may: "administer", show: ConfirmRestoreScreen },
  { path: "/people/:id", needs: "user", may: "administer", show: UserScreen },
];
