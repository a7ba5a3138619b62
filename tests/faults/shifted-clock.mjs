// For `node --import`: shifts every wall clock by CLOCK_SHIFT_MS; timers are unchanged.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [ShiftedDate.now()]));
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
