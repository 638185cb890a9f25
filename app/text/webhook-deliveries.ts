import { defineText } from './define-text'

/** The texts of the log of a webhook. */
export const text = defineText({
  log: {
    label: (url: string) => `Deliveries to ${url}`,
    about: 'The messages of the last 30 days, newest first.',
    sendTest: 'Send a test',
    notSent: 'No test was sent.',
    failed: "Couldn't load the deliveries.",
    failedMore: "Couldn't load more deliveries.",
    none: 'No deliveries yet',
    noneHint: 'Messages appear here once they are sent.',
  },
  row: {
    pending: 'Pending',
    delivered: 'Delivered',
    failed: 'Failed',
    nextAttempt: (result: string, time: string) => `${result}, next attempt at ${time}`,
    attempts: 'Attempts and responses',
    status: (status: number) => `status ${status}`,
    milliseconds: (milliseconds: number) => `${milliseconds} ms`,
    response: 'Response',
    redeliver: 'Redeliver',
    redeliverLabel: (message: string) => `Redeliver ${message}`,
    notRedelivered: "It wasn't sent again.",
  },
})
