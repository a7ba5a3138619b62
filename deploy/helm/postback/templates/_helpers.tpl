{{- define "postback.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{- define "postback.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "postback.labels" -}}
{{ include "postback.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "postback.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- define "postback.secretName" -}}
{{- with .Values.secret -}}
{{- if .external.enabled -}}
{{ include "postback.name" $ }}
{{- else -}}
{{ required "Set secret.existingSecret to a secret with DATABASE_URL and MASTER_KEY, or secret.external.enabled." .existingSecret }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Pod of one command. Takes a list: the root context, the command, and values of that part. */}}
{{- define "postback.pod" -}}
{{- $root := index . 0 }}{{ $command := index . 1 }}{{ $part := index . 2 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $part.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $part.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $part.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if eq $command "backup" }}
    persistentVolumeClaim:
      claimName: {{ required "Set backup.existingClaim to a claim for the backups." $part.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- with $root.Values.secret.files }}
  - name: files
    secret: { secretName: {{ . | quote }}, defaultMode: 288 }
  {{- end }}
containers:
  - name: {{ $command }}
    image: {{ include "postback.image" $root | quote }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    {{- if eq $command "backup" }}
    args: [backup, --to, /data, --every, {{ $part.every | quote }}, --keep, {{ $part.keep | quote }}]
    {{- else }}
    args: [{{ $command }}]
    {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    envFrom:
      - secretRef:
          name: {{ include "postback.secretName" $root }}
    env:
      - name: METRICS_PORT
        value: {{ $root.Values.metrics.port | quote }}
      {{- range $name, $value := $root.Values.settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: data, mountPath: /data }
      {{- if $root.Values.secret.files }}
      - { name: files, mountPath: /run/secrets/postback, readOnly: true }
      {{- end }}
    resources: {{ toYaml $part.resources | nindent 6 }}
{{- end }}

{{/* Rollout of web and worker. New pods wait for nothing: the migration ran before. */}}
{{- define "postback.rollout" -}}
strategy:
  type: RollingUpdate
  rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
{{- end }}
