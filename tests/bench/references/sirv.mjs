// A reference server that serves the files of FOLDER with sirv, a fast static file middleware for Node.
import { createServer } from 'node:http'
import sirv from 'sirv'

const serve = sirv(process.env.FOLDER, { etag: true, maxAge: 3600 })
const server = createServer((request, response) => serve(request, response))
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
