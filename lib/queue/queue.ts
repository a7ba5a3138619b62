import type { Queries } from "@/db/client";
import type { Claims } from "./claim";
import type { Stored, Told } from "./enqueue";
import type { Happening } from "./happening";
import type { LaneNumber, Room } from "./room";
import type { Result } from "./settle";

/** Where events come in. */
export type Intake = {
  /** Stores events with their deliveries, all or none; answers in the same order. */
  enqueue(happenings: Happening[], isGivenUp?: GivenUp): Promise<Told[]>;
  /** A hint to the workers that something is due. */
  wake(): void;
  /** The same as part of a transaction. Nothing is handed on, nor anyone woken, before `committed` is called. */
  within(transaction: Queries): Intake & { committed(): void };
};

/** Where workers take deliveries out, and say what became of them. */
export type Outlet = {
  claim(lane: LaneNumber, room: Room, floor: Date | null): Promise<Claims>;
  /** Answers how many still stood: who comes back after its lease changes nothing. */
  settle(results: Result[]): Promise<number>;
};

/** The door to where deliveries wait: nothing else knows where that is. */
export type Queue = Intake & Outlet;

/** A worker in the same process; the intake hands it what it has just stored, leased to it from the start. */
export type HandOff = { room(): Room; take(stored: Stored): void };

/** Whether the caller was told meanwhile that nothing came of it. What was not begun by then is left. */
export type GivenUp = () => boolean;

/** The intake for one request, which may be given up. */
export function intakeUnless(intake: Intake, isGivenUp: GivenUp): Intake {
  return { ...intake, enqueue: (happenings) => intake.enqueue(happenings, isGivenUp) };
}
