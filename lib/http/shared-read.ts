type Flight<T> = { running: Promise<T>; next?: Promise<T> };

/**
 * Shares one read among concurrent requests for the same key. A request never gets a read that started before it:
 * requests that arrive during a read share the next one.
 */
export function sharedRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const flights = new Map<string, Flight<T>>();

  function start(key: string): Promise<T> {
    const flight: Flight<T> = { running: read(key) };
    flights.set(key, flight);
    const land = () => {
      if (!flight.next) flights.delete(key);
    };
    flight.running.then(land, land);
    return flight.running;
  }

  return (key) => {
    const flight = flights.get(key);
    if (!flight) return start(key);
    const again = () => start(key);
    flight.next ??= flight.running.then(again, again);
    return flight.next;
  };
}
