import type { Change, Notice } from "./change";

/** Most places in one notification, which Postgres limits to 8,000 bytes. */
const placesLimit = 24;
const idsLimit = 100;

type Group = Omit<Notice, "ids"> & { ids: Set<string> };

/** Changes since the last notification. Bounded, whatever the number of changes. */
export class Gathering {
  #groups = new Map<string, Group>();
  #ids = 0;

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add(change: Change): void {
    const group = this.#groupOf(change, change.anyone);
    if (change.id === undefined) group.more = true;
    else if (group.ids.has(change.id)) return;
    else if (this.#ids < idsLimit) {
      group.ids.add(change.id);
      this.#ids++;
    } else group.more = true;
  }

  /** Returns the collected changes and starts a new collection. */
  take(): Notice[] {
    const notices = [...this.#groups.values()].map(({ ids, ...rest }) => ({
      ...rest,
      ids: [...ids],
    }));
    this.#groups = new Map();
    this.#ids = 0;
    return notices;
  }

  /** Adds notices that were not sent to the collection. */
  putBack(notices: Notice[]): void {
    for (const { kind, account, webhook, ids, more, anyone } of notices) {
      const place = { kind, account, webhook };
      const group = this.#groupOf(place, anyone);
      for (const id of ids) this.add({ ...place, id });
      if (more) group.more = true;
    }
  }

  #groupOf({ kind, account, webhook }: Change, anyone = false): Group {
    const place = `${kind} ${account ?? webhook ?? ""}`;
    const known = (anyone ? undefined : this.#groups.get(place)) ?? this.#groups.get(kind);
    if (known) return known;
    const isFull = anyone || this.#groups.size >= placesLimit;
    const group: Group = isFull
      ? { kind, anyone: true, ids: new Set() }
      : { kind, ...(account ? { account } : webhook && { webhook }), ids: new Set() };
    this.#groups.set(isFull ? kind : place, group);
    return group;
  }
}
