type Flight<T> = { running: Promise<T>; next?: Promise<T> };

/**
 * Lets requests that ask the same thing at the same moment share one answer. Each gets one that was read after
 * it asked, so that nobody is told what has changed before: while one read is under way, the next gather.
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
