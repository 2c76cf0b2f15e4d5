// Package kubernetes has a manifest of workers and a Dockerfile of the program, and tests of both.
package kubernetes

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// built builds the program with the command of the Dockerfile.
func built(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scrutineer")
	for line := range strings.Lines(read(t, "Dockerfile")) {
		if command, is := strings.CutPrefix(strings.TrimSpace(line), "RUN "); is {
			cmd := exec.Command("bash", "-c", strings.Replace(command, "-o /scrutineer", "-o "+file, 1))
			cmd.Dir = filepath.Join("..", "..")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", command, err, out)
			}
			return file
		}
	}
	t.Fatal("the Dockerfile runs nothing")
	return ""
}

// The manifest is a Secret and a Job, with no field that these do not have. The program accepts the arguments of the
// worker, and takes the token from the variable that the Job sets.
func TestManifest(t *testing.T) {
	documents := strings.Split(read(t, "workers.yaml"), "\n---\n")
	if len(documents) != 2 {
		t.Fatalf("%d documents, want 2", len(documents))
	}
	var secret core.Secret
	var job batch.Job
	if err := yaml.UnmarshalStrict([]byte(documents[0]), &secret); err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict([]byte(documents[1]), &job); err != nil {
		t.Fatal(err)
	}
	if secret.Kind != "Secret" || job.Kind != "Job" || job.APIVersion != batch.SchemeGroupVersion.String() {
		t.Errorf("%s, %s of %s", secret.Kind, job.Kind, job.APIVersion)
	}
	if mode := job.Spec.CompletionMode; mode == nil || *mode != batch.IndexedCompletion ||
		job.Spec.Completions == nil || job.Spec.Parallelism == nil || *job.Spec.Completions != *job.Spec.Parallelism {
		t.Error("the Job is not Indexed, or some workers wait for others")
	}
	pod := job.Spec.Template.Spec
	if len(pod.Containers) != 1 || pod.RestartPolicy != core.RestartPolicyNever {
		t.Fatalf("%d containers, restart %s", len(pod.Containers), pod.RestartPolicy)
	}
	worker := pod.Containers[0]
	i := slices.IndexFunc(worker.Env, func(v core.EnvVar) bool { return v.Name == "SCRUTINEER_TOKEN" })
	if i < 0 || worker.Env[i].ValueFrom == nil || worker.Env[i].ValueFrom.SecretKeyRef == nil {
		t.Fatal("the token does not come from the secret")
	}
	if ref := worker.Env[i].ValueFrom.SecretKeyRef; ref.Name != secret.Name || secret.StringData[ref.Key] == "" {
		t.Errorf("the secret %s has no %s", ref.Name, ref.Key)
	}
	args := slices.Clone(worker.Args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "nats.scrutineer:4222", "127.0.0.1:1") // no server listens there
	}
	cmd := exec.Command(built(t), append(args, "-wait", "0s")...)
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 3 || !strings.Contains(string(out), "no campaign for 0s") {
		t.Errorf("exit status %d: %s", cmd.ProcessState.ExitCode(), out)
	}
}

// The program of the image needs no other file.
func TestDockerfile(t *testing.T) {
	f, err := elf.Open(built(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if libraries, err := f.ImportedLibraries(); err != nil || len(libraries) > 0 || f.Section(".interp") != nil {
		t.Errorf("it needs %v: %v", libraries, err)
	}
	text := read(t, "Dockerfile")
	if !strings.Contains(text, "\nFROM scratch\n") || !strings.Contains(text, "\nUSER ") {
		t.Error("the image is not empty but for the program, or runs as root")
	}
}
