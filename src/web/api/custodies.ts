import { call } from "./call.ts";
import { formBody } from "./send-request.ts";

/** Who has or had which article, newest first, at most 100; next page: `before=<oid>`. */
export const listCustodies = call("GET /api/custodies");
/** One custody, with its signatures. */
export const getCustody = call("GET /api/custodies/{id}");
/** Which person has which article now, for terminals. */
export const listOpenCustodies = call("GET /api/custodies/open");
/** The active persons, with the codes on their badges. */
export const listCustodyPeople = call("GET /api/custodies/people");
/** Submits a hand-over or return of a terminal. */
export const submitCustodyOperation = call("POST /api/custodies/operations");
const addCustodyPhoto = call("POST /api/photocustody");

/** The upload of a photo of the condition. */
export const custodyPhoto = (id: number, kind: "start" | "end", photo: Blob) =>
  addCustodyPhoto({ body: formBody({ custodyId: id, kind, photo }, `custody-${id}.jpg`) });
