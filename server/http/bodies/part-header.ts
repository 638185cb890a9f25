import { MIMEType } from 'node:util'
import { AppError } from '#shared/errors'

/** The header of a form part (RFC 7578, section 4). */
export interface PartHeader {
  name: string
  /**
   * The name of the file without a folder. It is empty if the file has no name, and undefined if the part is
   * a text.
   */
  fileName: string | undefined
  /** The charset of the part, if it is a text. */
  charset: string
}

/** The fields of a part's header. Each character of a value represents one byte. */
type HeaderFields = Record<string, string[] | undefined>

/** Reads the header of a form part. Throws an Error if the header does not contain the name of the part. */
export function readPartHeader(fields: HeaderFields): PartHeader {
  const disposition = parametersOf(`part/${fields['content-disposition']?.[0] ?? ''}`)
  if (disposition?.type !== 'form-data') throw new Error('a part has no Content-Disposition')
  const name = disposition.get('name')
  if (name === null) throw new Error('a part has no name')
  const type = parametersOf(fields['content-type']?.[0] ?? '')
  const fileName = extendedValue(disposition.get('filename*')) ?? ownText(disposition.get('filename'))
  const isFile = fileName !== null || type?.essence === 'application/octet-stream'
  return {
    name: ownText(name) ?? '',
    fileName: isFile ? withoutFolder(fileName ?? '') : undefined,
    charset: type?.get('charset') ?? 'utf-8',
  }
}

/**
 * Parses a header value with parameters, such as `form-data; name="files"`. Returns null if the value is
 * malformed.
 */
export function parametersOf(value: string) {
  try {
    // Escapes the backslashes of a path, because some clients do not escape them.
    const { essence, subtype, params } = new MIMEType(value.replace(/\\(?!["\\])/g, '\\\\'))
    return { essence, type: subtype, get: (name: string) => params.get(name) }
  } catch {
    return null
  }
}

/**
 * Decodes a name in the form in which browsers send it. It is encoded in UTF-8, and quotes and line breaks
 * are escaped: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data.
 */
const ownText = (bytes: string | null): string | null =>
  bytes === null
    ? null
    : Buffer.from(bytes, 'latin1')
        .toString('utf8')
        .replaceAll('%22', '"')
        .replace(/(?:%0D|%0A)+/g, ' ')

/**
 * Decodes the value of a parameter such as `filename*=UTF-8''%E2%82%AC.png` (RFC 8187). Returns null if it is
 * missing or malformed.
 */
function extendedValue(value: string | null): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function withoutFolder(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  return name === '.' || name === '..' ? '' : name
}

/**
 * Decodes the bytes of a text part. Throws `bad_request` if the charset is unknown or the bytes are invalid.
 */
export function decodePart(bytes: Buffer, { name, charset }: PartHeader): string {
  const fault = (message: string) =>
    new AppError('bad_request', {
      field: name,
      message: `"${name}" ${message}.`,
      hint: 'Send texts as UTF-8.',
    })
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw fault(`has the charset "${charset}", which is unknown`)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw fault(`is not valid ${decoder.encoding.toUpperCase()}`)
  }
}
