require 'base64'
require 'json'
require 'openssl'
require 'webrick' # gem install webrick

# The key is what follows whsec_, decoded from base64.
KEY = Base64.decode64(ENV.fetch('WEBHOOK_SECRET').delete_prefix('whsec_'))
HANDLED = {} # A table with a unique id, in your database.

def genuine?(request, body)
  id, timestamp = request['webhook-id'], request['webhook-timestamp']
  return false unless timestamp&.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300

  digest = OpenSSL::HMAC.digest('SHA256', KEY, "#{id}.#{timestamp}.#{body}")
  expected = "v1,#{Base64.strict_encode64(digest)}"
  # There are two signatures while a secret is being replaced.
  request['webhook-signature'].to_s.split.any? { |given| OpenSSL.secure_compare(given, expected) }
end

class Receiver < WEBrick::HTTPServlet::AbstractServlet
  def do_POST(request, response)
    # Verify the bytes as they came: JSON that is parsed and written again has others.
    body = request.body.to_s
    return response.status = 401 unless genuine?(request, body)

    event = JSON.parse(body)
    is_new = !HANDLED.key?(event['id'])
    HANDLED[event['id']] = true
    response.status = 204 # Stored: answer now, do slow work afterwards.
    puts "verified #{event['event']} #{event['test'] ? 'test' : event['data']['paymentLinkId']}" if is_new
  end
end

$stdout.sync = true
server = WEBrick::HTTPServer.new(Port: ENV.fetch('PORT', 9000).to_i, AccessLog: [])
server.mount('/', Receiver)
server.start
