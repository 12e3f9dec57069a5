import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Machine } from "../tls/machine.ts";
import { StandbySide } from "./follower/standby-side.ts";
import { FormerSide } from "./former-side.ts";
import { acceptStandby, type Candidate } from "./joining/accept.ts";
import { join } from "./joining/join.ts";
import { beginPromotedHistory } from "./membership/history.ts";
import {
  hasNoStandby,
  type Membership,
  type PeerAddress,
  type PeerMachine,
  withoutStandby,
} from "./membership/membership.ts";
import { ownAddresses, type PairDependencies, type PairMode, PairState } from "./membership/pair-state.ts";
import { beginPairing, continuePairing, type Pairing, pairingOf } from "./membership/pairing.ts";
import { PeerClient } from "./peer/peer-client.ts";
import { PeerPort } from "./peer/peer-port.ts";
import type { PeerRequest, PeerResponse } from "./peer/peer-server.ts";
import { STANDBY } from "./primary/messages.ts";
import { PrimarySide } from "./primary/primary-side.ts";

const FORBIDDEN: PeerResponse = { status: 403, text: "this machine is not of this pair" };

/** Where the machines of a pair talk. */
interface PairOptions {
  readonly host: string;
  readonly port: number;
  readonly machine: Machine;
}

/** This machine's part in a pair of a primary and a standby. Without a pair it does nothing. */
export class Pair {
  readonly #dependencies: PairDependencies;
  readonly #options: PairOptions;
  readonly #state: PairState;
  readonly #port: PeerPort;
  #listener: (mode: PairMode) => void = () => {};
  #client: PeerClient | null = null;
  #primary: PrimarySide | null = null;
  #standby: StandbySide | null = null;
  #former: FormerSide | null = null;
  #pairing: Pairing | null = null;
  #candidate: Candidate | null = null;
  #storage: Storage | null = null;

  /** Reads the membership. Throws StartupError when its file is damaged. */
  constructor(dependencies: PairDependencies, options: PairOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#state = new PairState(dependencies.folder);
    const service = {
      respond: (request: PeerRequest) => this.#respond(request),
      isOfPair: (fingerprint: string) => this.#machines().some((one) => one.fingerprint === fingerprint),
      isAddressOfPair: (address: string) => this.#machines().some((one) => one.addresses.includes(address)),
    };
    this.#port = new PeerPort(options, service, dependencies.log);
  }

  get mode(): PairMode {
    const { membership } = this.#state;
    if (membership === null) return "alone";
    if (membership.role === "superseded") return "superseded";
    if (membership.role !== "primary") return "standby";
    if (hasNoStandby(membership)) return "primary";
    return this.#primary?.isConfirmed ? "primary" : "asking";
  }

  get state(): PairState {
    return this.#state;
  }

  get primary(): PrimarySide | null {
    return this.#primary;
  }

  get standby(): StandbySide | null {
    return this.#standby;
  }

  get pairing(): Pairing | null {
    return this.#pairing !== null && this.#dependencies.clock.now() < this.#pairing.expiresAt
      ? this.#pairing
      : null;
  }

  /** Calls `listener` when the mode has changed. */
  onMode(listener: (mode: PairMode) => void): void {
    this.#listener = listener;
  }

  /** Begins the machine's part. A primary has asked its standby once when it resolves. Rejects with StartupError. */
  async start(): Promise<void> {
    const { membership } = this.#state;
    if (membership === null) return;
    const { role, former } = membership;
    await this.#port.open(membership);
    if (former !== null && role !== "promoting") {
      this.#former = new FormerSide(this.#dependencies, this.#state, former);
      this.#former.start();
    }
    if (hasNoStandby(membership)) return;
    if (role === "primary" || role === "superseded") {
      await this.#beginPrimary(membership, false);
    } else {
      this.#client = PeerClient.to(membership.peer, membership);
      const [machine, changed] = [() => this.#machine(), () => this.#listener(this.mode)];
      this.#standby = new StandbySide(this.#dependencies, this.#state, this.#client, machine, changed);
      await this.#standby.start();
    }
  }

  #beginPrimary(membership: Membership, isConfirmed: boolean): Promise<void> {
    const changed = () => this.#listener(this.mode);
    this.#client = PeerClient.to(membership.peer, membership);
    this.#primary = new PrimarySide(this.#dependencies, this.#state, this.#client, changed);
    if (isConfirmed) this.#primary.override();
    if (this.#storage !== null) this.#primary.attach(this.#storage);
    const isAsking = membership.role === "primary" || membership.split === null;
    return isAsking ? this.#primary.start() : Promise.resolve();
  }

  /** The storage is open: a primary sends from it. After a promotion it begins a new history of the data, before any request. */
  async attach(storage: Storage): Promise<void> {
    await beginPromotedHistory(this.#state, storage);
    this.#storage = storage;
    this.#primary?.attach(storage);
  }

  /** The storage closes. */
  detach(): void {
    this.#storage = null;
    this.#primary?.detach();
  }

  /** Makes the text with which a standby joins, for 15 minutes. Throws WrongState where there is a standby already. */
  async beginPairing(): Promise<Pairing> {
    const { membership } = this.#state;
    if (membership !== null && !hasNoStandby(membership))
      throw new WrongState(msg("This server already has a standby. Remove it first."));
    const { clock, folder } = this.#dependencies;
    const addresses = ownAddresses(this.#options.host);
    if (addresses.length === 0)
      throw new WrongState(msg("This machine has no network address. Connect it to the network first."));
    const own =
      membership === null
        ? await beginPairing(folder, this.#options.machine, clock.now())
        : continuePairing(membership);
    const port = await this.#port.open(own);
    if (port === null) throw new WrongState(msg("The port for the standby is in use by another program."));
    this.#pairing = pairingOf(own, { addresses, port }, clock.now());
    const pairing = this.#pairing;
    setTimeout(() => this.#endPairing(pairing), pairing.expiresAt - clock.now()).unref();
    return pairing;
  }

  /**
   * Makes an empty server the standby of the primary that has made the text. Nobody can set it up meanwhile. Throws WrongState where
   * it is not empty, Invalid, OtherSystemFailed.
   */
  async join(text: string, isEmpty: () => boolean): Promise<void> {
    if (this.mode !== "alone") throw new WrongState(msg("This server belongs to a pair already."));
    const machine = { addresses: ownAddresses(this.#options.host), port: this.#options.port };
    this.#storage?.refuseWrites(STANDBY());
    try {
      if (!isEmpty()) throw new WrongState(msg("This server is already set up."));
      this.#state.save(await join(text, machine));
    } catch (error) {
      this.#storage?.refuseWrites(null);
      throw error;
    }
    this.#listener(this.mode);
  }

  /** Ends the pair: the server has no standby any more. A former primary that is not informed is still informed. */
  async remove(): Promise<void> {
    await this.stop();
    const { membership } = this.#state;
    const left = membership && withoutStandby(membership);
    if (left === null) this.#state.remove();
    else this.#state.save(left);
    await this.start();
    this.#listener(this.mode);
  }

  /** Ends the machine's part until the next start. */
  async stop(): Promise<void> {
    await this.#port.close();
    await this.#primary?.stop();
    await this.#standby?.stop();
    await this.#former?.stop();
    this.#client?.close();
    this.#primary = null;
    this.#standby = null;
    this.#former = null;
    this.#client = null;
    this.#pairing = null;
    this.#candidate = null;
  }

  /** Begins again after a change of the role. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Nobody has joined: a server without a standby has no port open for one. */
  #endPairing(pairing: Pairing): void {
    if (this.#pairing !== pairing) return;
    this.#pairing = null;
    if (this.mode === "alone")
      this.#port
        .close()
        .catch((error: unknown) => this.#dependencies.log.error({ err: error }, "the port was not closed"));
  }

  #machine(): PeerAddress {
    return { addresses: ownAddresses(this.#options.host), port: this.#port.number };
  }

  /** The other machines that may connect. */
  #machines(): PeerMachine[] {
    const { membership } = this.#state;
    const machines = [membership?.peer, membership?.former?.machine, this.#candidate?.peer];
    return machines.filter((machine) => machine !== undefined);
  }

  async #respond(request: PeerRequest): Promise<PeerResponse> {
    if (request.path === "/pair") return this.#pairResponse(request);
    if (this.#candidate !== null && request.fingerprint === this.#candidate.peer.fingerprint)
      await this.#adopt();
    const { membership } = this.#state;
    const isFormer = request.fingerprint === membership?.former?.machine.fingerprint;
    if (membership !== null && isFormer && this.#former !== null) return this.#former.respond(request);
    if (membership === null || request.fingerprint !== membership.peer.fingerprint) return FORBIDDEN;
    const side = this.#primary ?? this.#standby;
    return side === null ? { status: 503, text: "starting" } : side.respond(request);
  }

  async #pairResponse({ body }: PeerRequest): Promise<PeerResponse> {
    const { pairing } = this;
    const accepted = pairing && (await acceptStandby(pairing, body, this.#dependencies));
    if (pairing === null || accepted === null) return FORBIDDEN;
    this.#candidate = { pairing, peer: accepted.peer };
    return { json: accepted.response };
  }

  /** The new standby has saved its certificate and begins to follow: from now on this server has a standby. */
  async #adopt(): Promise<void> {
    const candidate = this.#candidate;
    if (candidate === null) return;
    this.#candidate = null;
    this.#pairing = null;
    const { pairing, peer } = candidate;
    // The former primary may have been informed since the pairing began.
    const former = this.#state.membership?.former ?? null;
    const membership = { ...pairing.membership, former, peer };
    this.#state.replace(membership);
    await this.#beginPrimary(membership, true);
  }
}
