import { operationalEventKinds } from "@/db/alert-kinds";
import {
  actorKinds,
  causes,
  eventNames,
  inboxStatuses,
  scopes,
  statusWords,
  triggers,
} from "@/db/enums";
import { exportFormats } from "@/lib/deliveries/contract";
import { healthStates } from "@/lib/health/contract";
import { reasons } from "@/lib/signature-check/contract";
import { spans } from "@/lib/stats/slots";

/**
 * Names of closed word lists; a generator makes one type of each. No word is in two of them, because Go clients have one
 * namespace for all constants. Lists that share words stay unnamed.
 */
export const vocabulary = {
  ActorKind: actorKinds,
  BodyEncoding: ["utf8", "base64"],
  Cause: causes,
  DeliveryStatusFilter: statusWords,
  EventName: eventNames,
  ExportFormat: exportFormats,
  HealthState: healthStates,
  InboxStatus: inboxStatuses,
  OperationalEventKind: operationalEventKinds,
  Scope: scopes,
  SignatureFault: reasons,
  StatsSpan: spans,
  Trigger: triggers,
} satisfies Record<string, readonly (string | number)[]>;

const names = new Map(Object.entries(vocabulary).map(([name, words]) => [words.join(), name]));

/** Returns the name of a list of words, or undefined for a list that has none. */
export function nameOfWords(words: readonly unknown[]): string | undefined {
  return names.get(words.join());
}
