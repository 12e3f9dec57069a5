import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

const hostStatus = Buffer.from("~HS\r\n");

/** String 1: aaa,b,c,dddd,eee,f,g,h,iii,j,k,l. */
const first =
  /^\d+,(?<paperOut>[01]),(?<paused>[01]),\d+,(?<formats>\d+),(?<bufferFull>[01]),(?<diagnostic>[01]),(?<partial>[01]),\d+,[01],(?<cold>[01]),(?<hot>[01])$/;

/** String 2: mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www. */
const second = /^\d+,\w,(?<headUp>[01]),(?<ribbonOut>[01]),\w,\w,\w,\w,(?<labels>\d+),\w,\d+$/;

/** String 3: xxxx,y. */
const third = /^\w+,\w$/;

type Fields = Readonly<Record<string, string | undefined>>;

/**
 * ZPL II Programming Guide, "~HS, Host Status Return": string 1 tells paper out (b), pause (c), formats in the
 * receive buffer (eee), buffer full (f), diagnostic mode (g), partial format (h), head too cold or hot (k, l); string
 * 2 head up (o), ribbon out (p), labels remaining in the batch (uuuuuuuu). Both questions are the same: a command
 * with a tilde is carried out as it is received, and the counts tell what of the job is still to come.
 *
 * Some models do not answer while they are out of media or ribbon, or open (same section).
 */
export const zplStatus: StatusQuery = {
  beforeJob: hostStatus,
  afterJob: hostStatus,
  parse(received) {
    // The last three strings: when a newer answer has begun, the older one may be of the time before the job.
    const strings = received.toString("latin1").split("\u0002").slice(1).slice(-3).map(upToEnd);
    const [one, two, three] = [first, second, third].map((form, index) => form.exec(strings[index] ?? ""));
    return one && two && three ? interpret({ ...one.groups, ...two.groups }) : null;
  },
};

/** What stands before ETX; nothing without one. */
function upToEnd(string: string): string {
  return string.slice(0, Math.max(0, string.indexOf("\u0003")));
}

function interpret(fields: Fields): StatusReply {
  const counts = [fields["formats"], fields["labels"], fields["partial"], fields["bufferFull"]];
  const left = counts.reduce((sum, count) => sum + Number(count), 0);
  const holdsNothing = left === 0;
  const fault = faultIn(fields);
  if (fault !== undefined) {
    // The label that the fault interrupted is printed anew, and may be in none of the counts.
    return { condition: fault, isEmpty: holdsNothing ? null : false, remaining: left };
  }
  return { condition: holdsNothing ? "ready" : "busy", isEmpty: holdsNothing, remaining: left };
}

function faultIn(fields: Fields): PrinterCondition | undefined {
  const isSet = (...names: string[]): boolean => names.some((name) => fields[name] === "1");
  if (isSet("headUp")) {
    return "headOpen";
  }
  if (isSet("paperOut", "ribbonOut")) {
    return "paperOut";
  }
  // In diagnostic mode it would print the bytes of the job instead of its labels.
  if (isSet("paused", "diagnostic")) {
    return "paused";
  }
  return isSet("cold", "hot") ? "busy" : undefined;
}
