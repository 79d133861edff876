{{/*
Connections to Postgres, by server: every pod of a service, and one more while it is rolled out, has its pool and the sessions that are
not of the pool (relay, LISTEN, the senders of webhooks). A server that cannot hold them would refuse the pods of an upgrade, so it is
refused before.
*/}}
{{- define "entrada.connectionProblems" -}}
{{- $sessions := dict "auth" 1 "charges" 3 "ledger" 2 "webhooks" 6 "bank" 0 }}
{{- $servers := dict }}
{{- range $name, $service := .Values.services }}
{{- if and $service.enabled $service.database }}
{{- $pool := tpl (coalesce $service.env.DATABASE_POOL_MAX $.Values.env.DATABASE_POOL_MAX $service.database.poolMax | toString) $ | int }}
{{- $pods := add1 (include "entrada.replicasMax" $service) }}
{{- $needed := mul $pods (add $pool (index $sessions $name)) }}
{{- $line := printf "  %s: %d pods (one of a rolling upgrade) x (%d of the pool + %d sessions) = %d" $name $pods $pool (index $sessions $name) $needed }}
{{- $known := index $servers $service.database.server | default (dict "sum" 0 "lines" list) }}
{{- $_ := set $servers $service.database.server (dict "sum" (add $known.sum $needed) "lines" (append $known.lines $line)) }}
{{- end }}
{{- end }}
{{- range $server, $found := $servers }}
{{- if gt (int $found.sum) (int $.Values.postgres.maxConnections) }}
postgres.maxConnections: services on the server {{ $server | quote }} may open {{ $found.sum }} connections, and it has {{ $.Values.postgres.maxConnections }}. Lower services.<name>.database.poolMax, replicas or maxReplicas, give a service a server of its own (services.<name>.database.server), or raise max_connections of Postgres and this value:
{{ join "\n" $found.lines }}
{{- end }}
{{- end }}
{{- end }}
