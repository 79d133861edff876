{{/* Addresses in values, which the schema knows as texts only. */}}
{{- define "entrada.addressProblems" -}}
{{- $values := .Values }}
{{- $url := $values.publicBaseUrl }}
{{- $port := "(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))" }}
{{- if and $url (not (regexMatch (printf "^https?://([a-z0-9]([-a-z0-9.]*[a-z0-9])?|\\[[0-9a-f:.]+\\])%s?$" $port) $url)) }}
publicBaseUrl: {{ $url }} is not http:// or https:// and a host in lower case, with a port or without
{{- else if and (or $values.ingress.enabled $values.route.parentRefs) (regexMatch "^https?://([0-9.]+|\\[.*)(:[0-9]+)?$" $url) }}
publicBaseUrl: a route or an Ingress needs the name of a host, and {{ $url }} has an address
{{- end }}
{{- range splitList "," $values.kafka.brokers }}
{{- if and . (not (regexMatch (printf "%s$" $port) .)) }}
kafka.brokers: {{ . }} has no port from 1 to 65535
{{- end }}
{{- end }}
{{- if ne $values.trustedProxies "none" }}
{{- range splitList "," $values.trustedProxies }}
{{- if and . (not (regexMatch (printf "^(%s)$" (include "entrada.addressPattern" "?")) (trim .))) }}
trustedProxies: {{ trim . }} is neither an IP address nor a CIDR range
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $edge := $values.networkPolicy }}
{{- if kindIs "map" $edge }}
{{- range $direction, $peers := pick $edge "to" "from" }}
{{- range $peer := $peers }}
{{- range $range := concat (list (dig "ipBlock" "cidr" "" $peer)) (dig "ipBlock" "except" list $peer) }}
{{- if and $range (not (regexMatch (printf "^(%s)$" (include "entrada.addressPattern" "")) $range)) }}
networkPolicy.{{ $name }}.{{ $direction }}: {{ $range }} is not a CIDR range, such as 10.0.0.0/8
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Of an address with its length of a prefix, which may be missing where `.` is "?". */}}
{{- define "entrada.addressPattern" -}}
{{- $byte := "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])" }}
{{- printf `%s(\.%s){3}(/([12]?[0-9]|3[0-2]))%s|[0-9a-fA-F]*:[0-9a-fA-F:]*:[0-9a-fA-F:.]*(/([1-9]?[0-9]|1[01][0-9]|12[0-8]))%s` $byte $byte . . }}
{{- end }}
