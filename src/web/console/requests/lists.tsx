import { DISPOSALS } from "./disposal-kind.ts";
import { RequestList } from "./list.tsx";
import { PROPOSALS } from "./proposal-kind.ts";
import { TRANSFERS } from "./transfer-kind.ts";

/** `#/requests/transfers` */
export const TransfersScreen = () => <RequestList kind={TRANSFERS} />;

/** `#/requests/disposals` */
export const DisposalsScreen = () => <RequestList kind={DISPOSALS} />;

/** `#/requests/proposals` */
export const ProposalsScreen = () => <RequestList kind={PROPOSALS} />;
