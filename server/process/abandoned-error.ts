import { AppError } from '#shared/errors'

/** Thrown when all clients that wait for a result disconnect before the result exists. */
export class AbandonedError extends AppError {
  constructor() {
    super('request_timeout', { message: 'The client disconnected before the response was ready.' })
  }
}
