/** The event can never be handled: it is parked, and later ones of its key are parked behind it. */
export class UnprocessableEvent extends Error {
  override readonly name = 'UnprocessableEvent';
  readonly eventId: string;
  constructor(eventId: string, reason: string) {
    super(reason);
    this.eventId = eventId.toLowerCase();
  }
}
