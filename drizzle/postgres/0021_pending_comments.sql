CREATE TABLE "pending_comment" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C",
	"place" json,
	"body" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "shapes" json;--> statement-breakpoint
ALTER TABLE "pending_comment" ADD CONSTRAINT "pending_comment_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_comment" ADD CONSTRAINT "pending_comment_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_comment_review" ON "pending_comment" USING btree ("review_id","author_id");--> statement-breakpoint
CREATE INDEX "pending_comment_author" ON "pending_comment" USING btree ("author_id");