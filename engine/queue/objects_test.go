package queue

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/engine/server"
)

// An object can be removed from a store that is full to the last byte. Then the store has neither it nor a mark of it.
func TestRemoveFromFullStore(t *testing.T) {
	s, err := server.Start(t.TempDir(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	conn, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	store, err := openObjects(t.Context(), js, "large", 20_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	const name = "0.100.x"
	if err := store.put(t.Context(), name, make([]byte, 10_000), 1000); err != nil {
		t.Fatal(err)
	}
	other := "$O." + store.name + ".C.other"
	for _, size := range []int{1000, 1} {
		for err := error(nil); !isFull(err); {
			if _, err = js.Publish(t.Context(), other, make([]byte, size)); err != nil && !isFull(err) {
				t.Fatal(err)
			}
		}
	}
	if err := store.put(t.Context(), "0.100.y", make([]byte, 10_000), 1000); !isFull(err) {
		t.Error(err)
	}
	if data, err := store.get(t.Context(), name); err != nil || len(data) != 10_000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if err := store.remove(t.Context(), name); err != nil {
		t.Error(err)
	}
	if _, err := store.get(t.Context(), name); !errors.Is(err, errObject) {
		t.Error(err)
	}
	info, err := store.stream.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Fatal(err)
	}
	if len(info.State.Subjects) != 1 || info.State.Subjects[other] == 0 {
		t.Errorf("%v is left", info.State.Subjects)
	}
}
