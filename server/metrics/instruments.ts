import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND } from '#shared/time'
import { commit, version } from '~~/server/process/version'
import { within } from '~~/server/process/within'
import type { GaugeName } from './index'

/**
 * The upper limits of the histogram buckets in seconds. A request may be as short as reading a cached
 * response or as long as uploading a large file.
 */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const mediaBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 240]

/**
 * The time in milliseconds within which the value of a gauge must be read. Prometheus waits 10 seconds for
 * all metrics.
 */
const READ_MS = 4 * SECOND

export type Instruments = ReturnType<typeof createInstruments>

/**
 * Creates the metrics of this process in a separate registry. `read` returns the value of a gauge when the
 * metrics are collected; a gauge whose value cannot be read in time is left out, so that an outage of the
 * database does not hide the other metrics. Each label must have few possible values, so ids and client
 * addresses are never used as labels.
 */
export function createInstruments(read: (name: GaugeName) => number | Promise<number>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const scraped = (name: string, help: string, gauge: GaugeName) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await within(READ_MS, () => read(gauge)))
        } catch {
          this.remove()
        }
      },
    })
  scraped('exhibit_write_queue_length', 'Writes waiting for the database.', 'writeQueue')
  scraped('exhibit_media_queue_length', 'Media jobs waiting for a process.', 'mediaQueue')
  scraped('exhibit_media_jobs_running', 'Running media jobs.', 'mediaRunning')
  scraped('exhibit_event_streams', 'Open event streams.', 'eventStreams')
  scraped(
    'exhibit_services_away',
    'Services that do not respond to this node: the database, the blob store, Redis.',
    'unavailableServices',
  )
  scraped(
    'exhibit_backup_last_success_timestamp_seconds',
    'Time of the last complete npm run backup of this DATA_DIR, in seconds since 1970; 0 if there is none.',
    'lastBackup',
  )

  scraped('exhibit_database_bytes', 'Size of the database.', 'databaseBytes')
  scraped(
    'exhibit_database_open_seconds',
    'Time to open the database at the start, with its migrations.',
    'databaseOpenSeconds',
  )
  scraped(
    'exhibit_database_connections_used',
    'Connections to PostgreSQL that run a statement or a transaction; 0 on SQLite.',
    'connectionsUsed',
  )
  scraped(
    'exhibit_database_connections_waiting',
    'Reads and writes that wait for a connection to PostgreSQL; 0 on SQLite.',
    'connectionsWaiting',
  )
  scraped(
    'exhibit_evidence_stored_bytes',
    'Bytes of the stored evidence and the images of comments; at most five minutes old.',
    'storedBytes',
  )
  scraped('exhibit_data_free_bytes', 'Free space in DATA_DIR.', 'freeBytes')
  new Gauge({
    name: 'exhibit_build_info',
    help: 'Always 1, with the version and the commit of this build as labels.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit: commit ?? '' }, 1)

  return {
    registry,
    requests: new Counter({
      name: 'exhibit_http_requests_total',
      help: 'Requests by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'exhibit_http_request_duration_seconds',
      help: 'Time to the end of the response by operation, without event streams.',
      labelNames: ['operation'],
      buckets: requestBuckets,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'exhibit_http_requests_in_flight',
      help: 'Requests whose response has not ended.',
      registers,
    }),
    rateLimited: new Counter({
      name: 'exhibit_rate_limited_total',
      help: 'Requests rejected by a limit.',
      labelNames: ['limit'],
      registers,
    }),
    writeBatch: new Histogram({
      name: 'exhibit_write_batch_size',
      help: 'Writes in one commit.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers,
    }),
    writeRetries: new Counter({
      name: 'exhibit_write_retries_total',
      help: 'Transactions that were run again after a conflict.',
      registers,
    }),
    signInFailures: new Counter({
      name: 'exhibit_sign_in_failures_total',
      help: 'Sign-ins with a wrong password.',
      registers,
    }),
    mails: new Counter({
      name: 'exhibit_mails_total',
      help: 'Mails by result: sent (accepted by the mail server) or failed.',
      labelNames: ['result'],
      registers,
    }),
    webhookMessages: new Counter({
      name: 'exhibit_webhook_messages_total',
      help: 'Attempts to send a message of a webhook by result: sent (a 2xx status) or failed.',
      labelNames: ['result'],
      registers,
    }),
    blobCacheReads: new Counter({
      name: 'exhibit_blob_cache_reads_total',
      help: 'Reads of small blobs, from the cache (hit) or the blob store (miss).',
      labelNames: ['result'],
      registers,
    }),
    mediaSeconds: new Histogram({
      name: 'exhibit_media_job_duration_seconds',
      help: 'Time from the request of a media job to its result, including the wait.',
      labelNames: ['job', 'outcome'],
      buckets: mediaBuckets,
      registers,
    }),
    evidenceBytes: new Counter({
      name: 'exhibit_evidence_bytes_total',
      help: 'Bytes of evidence, received or sent.',
      labelNames: ['direction'],
      registers,
    }),
    swept: new Counter({
      name: 'exhibit_swept_total',
      help: 'Items deleted by the sweep, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    lastSweep: new Gauge({
      name: 'exhibit_sweep_last_success_timestamp_seconds',
      help: 'Time of the last successful sweep, in seconds since 1970.',
      registers,
    }),
  }
}
