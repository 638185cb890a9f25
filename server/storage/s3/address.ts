import { SettingsError } from '~~/server/settings/error'

/** The location in which an `s3://` address stores blobs. */
export interface S3Location {
  bucket: string
  /** The beginning of every object key: empty, or ending with a slash. */
  prefix: string
  /** The region; undefined to use `AWS_REGION` or the AWS configuration file. */
  region: string | undefined
  /** The address of a store other than AWS; undefined for AWS. */
  endpoint: string | undefined
  /** Whether addresses are `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean
}

const PARAMETERS = ['region', 'endpoint', 'pathStyle']
const FORM = 's3://bucket/prefix?region=…&endpoint=…'

/**
 * Reads `s3://bucket/prefix?region=…&endpoint=…&pathStyle=on|off`. If an endpoint is given, path style is on
 * by default, and the region has a default. Throws a SettingsError that names `setting`.
 */
export function parseS3Address(address: string, setting: string): S3Location {
  const fault = (message: string) => new SettingsError([`${setting}: ${message}`])
  const url = URL.parse(address)
  if (!url) throw fault(`this is not an address such as ${FORM}`)
  if (url.username || url.password)
    throw fault('an s3:// address holds no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!/^[\w.-]{3,63}$/.test(url.host)) throw fault(`names no bucket; write ${FORM}`)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix) || url.hash || prefix.split('/').some(part => /^\.{1,2}$/.test(part)))
    throw fault('a prefix consists of letters, digits, "-", "_", "." and "/"')
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw fault(`there is no parameter ${name}; use ${PARAMETERS.join(', ')}`)
    if (url.searchParams.getAll(name).length > 1) throw fault(`the parameter ${name} is given twice`)
  }
  const endpoint = url.searchParams.get('endpoint') || undefined
  const pathStyle = url.searchParams.get('pathStyle')
  if (endpoint !== undefined && !isHttpAddress(endpoint))
    throw fault('the endpoint is not an http or https address such as https://s3.example.com')
  if (pathStyle !== null && !/^(?:on|off|true|false)$/.test(pathStyle))
    throw fault('the parameter pathStyle must be on or off')
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') || (endpoint && 'us-east-1'),
    endpoint,
    pathStyle: pathStyle === null ? endpoint !== undefined : /on|true/.test(pathStyle),
  }
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}
