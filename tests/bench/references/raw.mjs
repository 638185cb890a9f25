// A server that uses only node:http and prepared statements of better-sqlite3, without a framework. Its cost
// is the minimum for a Node server with the same responses.
import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'

const { FOLDER: folder, DATABASE: file } = process.env

// The database of the measured server. This reference looks up tokens in it, as the measured server does.
const shared = new Database(file, { readonly: true })
const tokenByHash = shared.prepare('SELECT id, workspace_id, revoked_at FROM token WHERE hash = ?')
const projects = shared.prepare('SELECT id, name, created_at FROM project WHERE workspace_id = ?')

// A separate database. A comment inserts three rows in it and updates one row, as in the measured server.
const own = new Database(join(folder, 'raw.sqlite'))
own.pragma('journal_mode = WAL')
own.pragma('synchronous = FULL')
own.exec(`
  CREATE TABLE thread (id TEXT PRIMARY KEY, geometry TEXT, created_at INTEGER);
  CREATE TABLE comment (id TEXT PRIMARY KEY, thread_id TEXT, body TEXT, created_at INTEGER);
  CREATE TABLE event (id TEXT PRIMARY KEY, kind TEXT, created_at INTEGER);
  CREATE TABLE review (id TEXT PRIMARY KEY, version INTEGER);
  INSERT INTO review VALUES ('review', 0);
`)
const insertThread = own.prepare('INSERT INTO thread VALUES (?, ?, ?)')
const insertComment = own.prepare('INSERT INTO comment VALUES (?, ?, ?, ?)')
const insertEvent = own.prepare('INSERT INTO event VALUES (?, ?, ?)')
const updateReview = own.prepare("UPDATE review SET version = version + 1 WHERE id = 'review'")
let ids = 0
const comment = own.transaction(({ geometry, body }) => {
  const id = String((ids += 1)).padStart(26, '0')
  const now = Date.now()
  insertThread.run(id, JSON.stringify(geometry), now)
  insertComment.run(id, id, body, now)
  insertEvent.run(id, 'thread.created', now)
  updateReview.run()
  return { id, geometry, body, createdAt: now }
})

const payloads = Object.fromEntries(
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => [`/${name}`, JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
)

function tokenOf(request) {
  const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
  return tokenByHash.get(createHash('sha256').update(secret).digest('hex'))
}

function send(response, status, value) {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

async function handle(request, response) {
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(join(folder, 'upload'), { flush: true }))
    return send(response, 200, {})
  }
  if (request.url in payloads) return send(response, 200, payloads[request.url])
  const token = tokenOf(request)
  if (!token) return send(response, 401, {})
  if (request.url === '/hello') return send(response, 200, { hello: 'world' })
  if (request.url === '/projects') return send(response, 200, { projects: projects.all(token.workspace_id) })
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  send(response, 201, comment(JSON.parse(Buffer.concat(chunks))))
}

const server = createServer((request, response) => {
  handle(request, response).catch(error => {
    process.stderr.write(`${error.stack}\n`)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
